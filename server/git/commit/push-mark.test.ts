/** The mark that a push leaves: whether saves have to wait for it. */
import { readFileSync, readlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeRepository, putting } from '../../test/git-fixture.ts'

const NAMESPACE = readlinkSync('/proc/self/ns/pid')
const START = readFileSync('/proc/self/stat', 'utf8')
  .replace(/^.*\) /s, '')
  .split(' ')[19]
const FOREIGN = 'pid:[1]'

/** A process id that nobody has. */
const DEAD = 2 ** 22 + 1

it.each([
  ['lives', `${process.pid} TIP ${NAMESPACE} ${START}`, true],
  ['is dead', `${DEAD} TIP ${NAMESPACE} 1`, false],
  ['is dead, its number given to another', `${process.pid} TIP ${NAMESPACE} 1`, false],
  ['is of another container, its number here unknown', `${DEAD} TIP ${FOREIGN} 1`, true],
  ['has moved the branch', `${process.pid} HEAD ${NAMESPACE} ${START}`, false],
  ['has moved the branch, in another container', `${DEAD} HEAD ${FOREIGN} 1`, false],
])('a push that %s', async (_, mark, isWaitedFor) => {
  const author = makeRepository()
  const repository = await author.open({ lockWaitMs: 300 })
  const head = author.git('rev-parse', 'HEAD').trim()
  const file = join(author.folder, '.git/gap/push')
  writeFileSync(file, `${mark.replace('HEAD', head).replace('TIP', '1'.repeat(40))}\n`)
  const writes = async () => {
    for (let n = 0; n < 40; n += 1) await repository.write(putting('posts/a.md', `${n}\n`))
  }
  if (isWaitedFor) await expect(writes()).rejects.toMatchObject({ code: 'repository_locked' })
  else await writes()
  const old = Date.now() / 1000 - 120
  utimesSync(file, old, old)
  await repository.write(putting('posts/a.md', 'after a while\n'))
})
