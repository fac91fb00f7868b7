/** The build's last step: a start of the server that leaves its compiled code beside the bundle. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const TIME_MS_MAX = 30_000
/** What the first visitors ask for. */
const PATHS = ['/readyz', '/', '/essays', '/api/posts/public?limit=20', '/feed.xml']

/**
 * Starts `dist/server/main.mjs` of the project on content of its own and asks for a few pages.
 * Whatever goes wrong only leaves later starts slower.
 * @param {string} root the project folder
 */
export async function compileServer(root) {
  const folder = await mkdtemp(join(tmpdir(), 'gap-compile-'))
  try {
    await startOnce(root, folder)
  } catch (error) {
    console.warn(`The server's code was not compiled ahead (${error.message}).`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function startOnce(root, folder) {
  const child = spawn(process.execPath, [join(root, 'dist/server/main.mjs'), '--keep-compiled'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      // Nothing of the owner's settings, such as a remote to push to.
      PATH: process.env.PATH,
      HOME: folder,
      CONTENT_DIR: join(folder, 'content'),
      STATE_DIR: join(folder, 'state'),
      ADMIN_PASSWORD: 'only for the build',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
    },
  })
  const kill = () => child.kill('SIGKILL')
  const timer = setTimeout(kill, TIME_MS_MAX)
  process.once('exit', kill)
  const ended = new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  try {
    const address = await Promise.race([printedAddress(child), ended])
    if (typeof address === 'string') {
      for (const path of PATHS) await (await fetch(`${address}${path}`)).arrayBuffer()
    }
  } finally {
    child.kill('SIGTERM')
    await ended
    clearTimeout(timer)
    process.off('exit', kill)
  }
}

function printedAddress(child) {
  return new Promise((resolve) => {
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
      if (address) resolve(address)
    })
  })
}
