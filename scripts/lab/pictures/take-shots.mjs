/** `npm run shots`: pictures of every screen in shots/, taken of what the sources build now. */
import { installChromiumIfNeeded } from '../../chromium.mjs'
import {
  buildIfStale,
  checkNode,
  installIfNeeded,
  PrepareError,
  ROOT,
  runCommand,
} from '../../prepare.mjs'

await runCommand(async ({ release }) => {
  checkNode()
  await installIfNeeded()
  if (!(await installChromiumIfNeeded()))
    throw new PrepareError('There is no browser to look with.')
  await buildIfStale()
  process.chdir(ROOT)
  process.argv.splice(2, 0, 'scripts/lab/pictures/take-shots.ts')
  release()
  await import('../run-ts.mjs')
})
