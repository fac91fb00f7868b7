/**
 * `npm start`: on a fresh clone it installs and builds, afterwards it goes straight on to serve.
 * The server runs in this same process, so that signals and the exit status are its own.
 */
import {
  buildIfStale,
  checkNode,
  hasGit,
  installIfNeeded,
  PrepareError,
  ROOT,
  runCommand,
} from './prepare.mjs'

await runCommand(async ({ release }) => {
  process.chdir(ROOT)
  checkNode()
  if (!hasGit()) {
    console.warn('git was not found: the site is served, but nothing can be saved until it is.')
  }
  await installIfNeeded()
  await buildIfStale()
  release()
  await import('../dist/server/main.mjs').catch((error) => {
    if (!['ERR_MODULE_NOT_FOUND', 'ENOENT'].includes(error.code)) throw error
    throw new PrepareError(
      `The build is incomplete (${error.message}). Remove dist/ and start again.`,
    )
  })
})
