/** Before `npm run build` and `npm run fix`: installs the dependencies if needed. */
import { checkNode, installIfNeeded, runCommand } from './prepare.mjs'

await runCommand(async () => {
  checkNode()
  await installIfNeeded()
})
