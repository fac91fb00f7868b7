import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { killFirstStart, SITUATIONS } from './first-start-kills.ts'
import { testEnv } from './git-fixture.ts'

const KILLS_EACH = 3
/** What changes the folder takes about a tenth of a second, and the third kill comes after it. */
const KILL_WITHIN_MS = 200
const TIME_LIMIT_MS = 120_000

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

it.each(SITUATIONS)(
  'killed while it first starts on %s, the next start leaves nothing half done',
  async (situation) => {
    for (let kill = 0; kill < KILLS_EACH; kill += 1) {
      const folder = mkdtempSync(join(tmpdir(), 'gap-first-start-'))
      folders.push(folder)
      const killAfterMs = Math.round((KILL_WITHIN_MS * (kill + Math.random())) / KILLS_EACH)
      const options = { situation, folder, env: testEnv, killAfterMs, isAimed: true }
      expect({ killAfterMs, faults: await killFirstStart(options) }).toEqual({
        killAfterMs,
        faults: [],
      })
    }
  },
  TIME_LIMIT_MS,
)
