/**
 * `npm start`: installs and builds if necessary, then starts the server in this process, so that
 * signals and exit status are the server's.
 */
import module from 'node:module'
import { join } from 'node:path'
import { buildIfStale, PrepareError, ROOT, readEnvFile, runCommand } from './prepare.mjs'

await runCommand(
  async ({ release }) => {
    process.chdir(ROOT)
    readEnvFile()
    await buildIfStale()
    release()
    // Since Node 22.1: caches the compiled server for the next start.
    // @ts-expect-error: the types are those of Node 20
    module.enableCompileCache?.(join(ROOT, 'dist/compiled'))
    // A computed URL, since the type check would follow a literal import into the built server.
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
