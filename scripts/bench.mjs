/**
 * `npm run bench`: what the built server costs beside constant answers, git and Hugo. Prints figures
 * and asserts nothing. `-- --posts 10000` measures a larger site than 1,000 posts.
 */
import { parseArgs } from 'node:util'
import {
  buildIfStale,
  checkNode,
  installIfNeeded,
  PrepareError,
  run,
  runCommand,
} from './prepare.mjs'

const SCRIPTS = ['scripts/lab/bench/serving.ts', 'scripts/lab/bench/measure.ts']

await runCommand(async () => {
  const { values } = parseArgs({ options: { posts: { type: 'string', default: '1000' } } })
  checkNode()
  await installIfNeeded()
  await buildIfStale()
  for (const script of SCRIPTS) {
    const args = ['scripts/lab/run-ts.mjs', script, '--posts', values.posts]
    const { status } = await run(process.execPath, args)
    if (status !== 0) throw new PrepareError(`${script} failed.`)
  }
})
