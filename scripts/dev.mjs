/**
 * `npm run dev`: rebuilds and restarts the server at each change of the sources. A script in the
 * development build reloads a page when its html has changed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, readEnvFile, runCommand } from './prepare.mjs'

const DEBOUNCE_MS = 100
const SOURCES = ['client', 'server'].map((folder) => join(ROOT, folder))

/** @type {import('node:child_process').ChildProcess | null} */
let server = null

await runCommand(async ({ release }) => {
  process.chdir(ROOT)
  readEnvFile()
  // Dynamic imports: they need the installed packages.
  const [{ build }, { watch }] = await Promise.all([import('./build.mjs'), import('chokidar')])
  release()
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => stop().then(() => process.exit(0)))
  }
  // Without the stamp, the next `npm start` replaces this development build.
  rmSync(join(ROOT, 'dist/.stamp'), { force: true })
  const restart = () => buildAndStart(build).catch((error) => console.error(error.message))
  let running = restart()
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  watch(SOURCES, { ignoreInitial: true, ignored: /\.test\.tsx?$/ }).on('all', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(restart)
    }, DEBOUNCE_MS)
  })
})

/** @param {typeof import('./build.mjs').build} build */
async function buildAndStart(build) {
  await build({ dev: true })
  await stop()
  server = spawn(process.execPath, ['dist/server/main.mjs'], { stdio: 'inherit' })
}

async function stop() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const end = once(server, 'exit')
  server.kill('SIGTERM')
  await end
}
