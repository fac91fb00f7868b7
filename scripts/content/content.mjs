/** `npm run content -- …`: builds dist/content.mjs if it is missing or stale, and runs it. */
import { buildIfStale, readEnvFile, runCommand } from '../prepare.mjs'

await runCommand(async () => {
  readEnvFile()
  await buildIfStale()
  // A computed URL, since the type check would follow a literal import into the built command.
  await import(new URL('../../dist/content.mjs', import.meta.url).href)
})
