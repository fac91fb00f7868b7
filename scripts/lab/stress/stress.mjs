/** `npm run stress`: every long run of this folder, one after another. Asserts by its exit status. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildIfStale, checkNode, installIfNeeded, ROOT, run, runCommand } from '../../prepare.mjs'

const RUNS = [
  ['stress-author.ts', '--writes', '200'],
  ['stress-replicas.ts', '--seconds', '60'],
  ['stress-stalls.ts'],
]
// A power cut is tried on a separate file system, which root alone can mount.
if (process.getuid?.() === 0) RUNS.push(['stress-power.ts', '--cuts', '50'])

/** Tests that are short in `npm test`: they ask `times.ts`, themselves or by a file of their name. */
const LONGER = ['server', 'client', 'scripts'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter(
      (name) => /\.tsx?$/.test(name) && /\/times\.ts'/.test(readFileSync(join(ROOT, name), 'utf8')),
    )
    .map((name) => (name.includes('.test.') ? name : `${basename(name, '.ts')}.test`)),
)

await runCommand(async () => {
  checkNode()
  await installIfNeeded()
  await buildIfStale()
  for (const [script, ...args] of RUNS) {
    console.log(`\n${script} ${args.join(' ')}`)
    const command = ['scripts/lab/run-ts.mjs', `scripts/lab/stress/${script}`, ...args]
    const { status } = await run(process.execPath, command)
    if (status !== 0) process.exitCode = 1
  }
  console.log(`\nlong forms of ${LONGER.join(', ')}`)
  process.env.STRESS = '1'
  const { status } = await run('node_modules/.bin/vitest', ['run', '--project', 'all', ...LONGER])
  if (status !== 0) process.exitCode = 1
})
