/**
 * `npm run stress`: power cuts, then the long form of every test that is short in `npm test`.
 * Asserts by its exit status.
 */
import { buildIfStale, checkNode, installIfNeeded, run, runCommand } from '../../prepare.mjs'

await runCommand(async () => {
  checkNode()
  await installIfNeeded()
  await buildIfStale()
  const work = [
    ['node_modules/.bin/vitest', 'related', 'server/test/times.ts', '--run', '--project', 'all'],
  ]
  // A power cut is tried on a separate file system, which root alone can mount.
  if (process.getuid?.() === 0) {
    const script = 'scripts/lab/stress/stress-power.ts'
    work.unshift([process.execPath, 'scripts/lab/run-ts.mjs', script, '--cuts', '50'])
  }
  process.env.STRESS = '1'
  for (const [program = '', ...args] of work) {
    const { status } = await run(program, args)
    if (status !== 0) process.exitCode = 1
  }
})
