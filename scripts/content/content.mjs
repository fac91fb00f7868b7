/** `npm run content -- …`: makes sure that dist/content.mjs is there and of today, and runs it. */
import { buildIfStale, checkNode, installIfNeeded, readEnvFile, runCommand } from '../prepare.mjs'

await runCommand(async ({ release }) => {
  checkNode()
  readEnvFile()
  await installIfNeeded()
  await buildIfStale()
  // Its status says what was found: one that is interrupted must not end with 0.
  release()
  await import('../../dist/content.mjs')
})
