/**
 * `npm run shots`: pictures of every screen in shots/, taken of what the sources build now; with
 * `--readme` the two of the README.
 */
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
  const script = process.argv[2] === '--readme' ? 'readme-pictures.ts' : 'take-shots.ts'
  process.argv.splice(2, 0, `scripts/lab/pictures/${script}`)
  release()
  await import('../run-ts.mjs')
})
