/**
 * `npm start`: on a fresh clone it installs and builds, afterwards it goes straight on to serve.
 * The server runs in this same process, so that signals and the exit status are its own.
 */
import module from 'node:module'
import { join } from 'node:path'
import {
  buildIfStale,
  checkNode,
  hasGit,
  installIfNeeded,
  PrepareError,
  ROOT,
  readEnvFile,
  runCommand,
} from './prepare.mjs'

await runCommand(
  async ({ release }) => {
    process.chdir(ROOT)
    checkNode()
    readEnvFile()
    if (!hasGit()) {
      console.warn('git was not found: the site is served, but nothing can be saved until it is.')
    }
    await installIfNeeded()
    await buildIfStale()
    release()
    // From Node 22.1 on: the next start need not compile the server again.
    module.enableCompileCache?.(join(ROOT, 'dist/compiled'))
    // A computed address: the type check would read the built server with the sources.
    const server = new URL('../dist/server/main.mjs', import.meta.url)
    await import(server.href).catch((error) => {
      if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
      throw new PrepareError(
        `The build is incomplete (${error.message}). Remove dist/ and start again.`,
      )
    })
  },
  { endStatus: 0 },
)
