/**
 * `npm run bench`: what the built server costs beside constant answers, git and Hugo, row by row of
 * what is wanted. Asserts nothing. `-- --posts 10000` measures a larger site than 1,000 posts,
 * `-- --only 1,10` some rows, `-- --growth` how figures grow with a site; `-- --json` for programs.
 */
import { buildIfStale, checkNode, installIfNeeded, run, runCommand } from './prepare.mjs'

await runCommand(async () => {
  checkNode()
  await installIfNeeded()
  await buildIfStale()
  const args = ['scripts/lab/run-ts.mjs', 'scripts/lab/bench/bench.ts', ...process.argv.slice(2)]
  const { status } = await run(process.execPath, args)
  process.exitCode = status ?? 1
})
