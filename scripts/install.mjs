/** Before `npm run build` and `npm run fix`: installs the dependencies if needed. */
import { runCommand } from './prepare.mjs'

await runCommand(async () => {})
