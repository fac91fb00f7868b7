/**
 * Writes a content folder of any size for measurements and stress:
 * `node scripts/lab/run-ts.mjs scripts/lab/generate-posts.ts --posts 10000 --seed 1 --out FOLDER`.
 * The same seed gives the same bytes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateContent } from './generated-content.ts'

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
})
const posts = Number(values.posts)
const seed = Number(values.seed)
if (!values.out || !Number.isInteger(posts) || posts < 0 || !Number.isInteger(seed)) {
  console.error('Usage: generate-posts.ts --out FOLDER [--posts 1000] [--seed 1]')
  process.exit(1)
}

let bytes = 0
const folders = new Set<string>()
for (const { path, text } of generateContent({ posts, seed })) {
  const file = join(values.out, path)
  if (!folders.has(dirname(file))) {
    mkdirSync(dirname(file), { recursive: true })
    folders.add(dirname(file))
  }
  writeFileSync(file, text)
  bytes += text.length
}
console.log(`${posts} posts, ${(bytes / 1e6).toFixed(1)} MB in ${values.out}`)
