/** `npm run content -- …`: builds dist/content.mjs if it is missing or stale, and runs it. */
import { buildIfStale, checkNode, installIfNeeded, readEnvFile, runCommand } from '../prepare.mjs'

await runCommand(async ({ release }) => {
  checkNode()
  readEnvFile()
  await installIfNeeded()
  await buildIfStale()
  // The exit status is the command's result: an interrupted command must not exit with 0.
  release()
  await import('../../dist/content.mjs')
})
