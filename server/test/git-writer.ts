/**
 * A program that writes to a content folder until it is killed, with the folder, the first number and
 * the number of writers as arguments. It prints a line for each write that was acknowledged:
 * `path number commit`.
 */
import { writeSync } from 'node:fs'
import { createRepository } from '../git/open/create-repository.ts'
import { silentLog } from '../log.ts'

const FILES = 40

const [, , contentDir = '', from, writers] = process.argv
const repository = await createRepository({
  contentDir,
  identity: { name: 'Admin', email: 'admin@example.org' },
  log: silentLog,
  env: process.env,
})
let number = Number(from)

async function writeOn(): Promise<void> {
  for (;;) {
    number += 1
    const mine = number
    const path = `posts/written-${mine % FILES}.md`
    const { commit } = await repository.parts().saves.write(async (tree) => {
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
await Promise.all(Array.from({ length: Number(writers) }, writeOn))
