/** `npm run content -- …`: makes sure that dist/content.mjs is there and of today, and runs it. */
import { buildIfStale, checkNode, installIfNeeded, readEnvFile, runCommand } from '../prepare.mjs'

await runCommand(async () => {
  checkNode()
  readEnvFile()
  await installIfNeeded()
  await buildIfStale()
  await import('../../dist/content.mjs')
})
