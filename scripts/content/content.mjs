/** `npm run content -- …`: builds dist/content.mjs if it is missing or stale, and runs it. */
import { buildIfStale, checkNode, installIfNeeded, readEnvFile, runCommand } from '../prepare.mjs'

await runCommand(async () => {
  checkNode()
  readEnvFile()
  await installIfNeeded()
  await buildIfStale()
  await import('../../dist/content.mjs')
})
