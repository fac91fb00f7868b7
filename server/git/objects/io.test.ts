import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from '../../test/git-fixture.ts'
import { flushFileSystem } from './io.ts'

it('a disk that does not come to rest holds nobody up without a limit', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'sync'), '#!/bin/sh\nexec sleep 120\n')
  chmodSync(join(folder, 'sync'), 0o755)
  const path = process.env.PATH
  process.env.PATH = `${folder}:${path}`
  const flushing = flushFileSystem(folder, 100)
  process.env.PATH = path
  await expect(flushing).rejects.toMatchObject({ code: 'repository_locked', statusCode: 503 })
})
