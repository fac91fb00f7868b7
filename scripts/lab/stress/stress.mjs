/** `npm run stress`: every long run of this folder, one after another. Asserts by its exit status. */
import { buildIfStale, checkNode, installIfNeeded, run, runCommand } from '../../prepare.mjs'

const RUNS = [
  ['stress-author.ts', '--writes', '200'],
  ['stress-replicas.ts', '--seconds', '60'],
]
// A power cut is tried on a separate file system, which root alone can mount.
if (process.getuid?.() === 0) RUNS.push(['stress-power.ts', '--cuts', '50'])

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
  // Tests that are short in `npm test` are those that import times.ts.
  console.log('\nlong forms of tests')
  process.env.STRESS = '1'
  const longer = ['related', 'server/test/times.ts', '--run', '--project', 'all']
  const { status } = await run('node_modules/.bin/vitest', longer)
  if (status !== 0) process.exitCode = 1
})
