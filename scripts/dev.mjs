/**
 * `npm run dev`: rebuilds on change, restarts the server, reloads the page. The browser talks to a
 * small proxy that adds the reloading script to pages, so that nothing of it is in the product.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createDevProxy } from './dev-proxy.mjs'
import { checkNode, installIfNeeded, ROOT, readEnvFile, runCommand } from './prepare.mjs'

const QUIET_MS = 100
/** The server's own watcher shows a changed content file; the page is reloaded after it has. */
const CONTENT_DELAY_MS = 300
const READY_POLL_MS = 50

await runCommand(async ({ release }) => {
  process.chdir(ROOT)
  checkNode()
  readEnvFile()
  await installIfNeeded()
  await serve(release)
})

async function serve(release) {
  // Imported late: they need the installed packages.
  const [{ build }, { watch }, { default: pretty }] = await Promise.all([
    import('./build.mjs'),
    import('chokidar'),
    import('pino-pretty'),
  ])
  // What `npm start` finds in dist/ afterwards is a development build, so it builds again.
  rmSync(join(ROOT, 'dist/.stamp'), { force: true })
  const host = process.env.HOST || 'localhost'
  const port = Number(process.env.PORT || 3000)
  const serverPort = await freePort()
  const address = `http://${host}:${port}`
  const proxy = createDevProxy({ serverPort })
  const logs = pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
  let server = null

  const restart = async () => {
    const started = performance.now()
    try {
      await build({ dev: true })
    } catch {
      console.error('The build failed; waiting for the next change.')
      return
    }
    await stop(server)
    server = spawn(process.execPath, ['dist/server/main.mjs'], {
      env: { ...process.env, SITE_URL: address, HOST: '127.0.0.1', PORT: String(serverPort) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    server.stdout.pipe(logs, { end: false })
    if (!(await isReady(server, serverPort))) return
    console.log(`Built in ${Math.round(performance.now() - started)} ms: ${address}`)
    proxy.reload()
  }

  const content = resolve(process.env.CONTENT_DIR || 'content')
  watch(content, { ignoreInitial: true, ignored: (path) => path.endsWith('/.git') }).on('all', () =>
    setTimeout(() => proxy.reload(), CONTENT_DELAY_MS),
  )
  const sources = ['client', 'server'].map((folder) => join(ROOT, folder))
  watch(sources, { ignoreInitial: true, ignored: (path) => /\.test\.tsx?$/.test(path) }).on(
    'all',
    oneAtATime(restart),
  )
  release()
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, async () => {
      await stop(server)
      process.exit(0)
    })
  }
  await proxy.listen(port, host)
  await restart()
}

/** Calls `work` once after a burst of changes; changes during the work bring one more round. */
function oneAtATime(work) {
  let timer = null
  let running = Promise.resolve()
  return () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(work)
    }, QUIET_MS)
  }
}

async function stop(server) {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
}

async function isReady(server, port) {
  while (server.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return true
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS))
  }
  return false
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
