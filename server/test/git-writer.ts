/**
 * A program that writes to a content folder until it is killed and prints a line for each write
 * that was acknowledged: `path number commit`. For the tests that kill it at any moment.
 */
import { writeSync } from 'node:fs'
import { createRepository } from '../git/open/create-repository.ts'
import { silentLog } from '../log.ts'

const FILES = 40

/** Writes on with as many writers at once as told, beginning with the number given. */
export async function writeUntilKilled(contentDir: string, from: number, writers: number) {
  const repository = await createRepository({
    contentDir,
    identity: { name: 'Admin', email: 'admin@example.org' },
    log: silentLog,
    env: process.env,
  })
  let number = from
  const writeOn = async () => {
    for (;;) {
      number += 1
      const mine = number
      const path = `posts/written-${mine % FILES}.md`
      const { commit } = await repository.write(async (tree) => {
        // Now and then a file goes, so that removals are cut short too.
        const isRemoval = mine % 13 === 0 && (await tree.exists(path))
        const bytes = isRemoval ? null : Buffer.from(`${mine}\n`)
        // And now and then a file comes along, as an image does with its post.
        const image = { path: `media/2026/image-${mine}.webp`, bytes: Buffer.alloc(50_000, mine) }
        const changes = [{ path, bytes }, ...(mine % 5 === 0 ? [image] : [])]
        return { changes, subject: `Write ${mine}`, value: null }
      })
      writeSync(1, `${path} ${mine} ${commit}\n`)
    }
  }
  writeSync(1, 'ready\n')
  await Promise.all(Array.from({ length: writers }, writeOn))
}
