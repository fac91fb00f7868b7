/** Starts dist/server/main.mjs as a process of its own and speaks to it as a client would. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface BuiltServer {
  address: string
  pid: number
  /** Milliseconds from the start of the process to the first 200 of /readyz. */
  readyMs: number
  /** Megabytes of memory in use (Linux). */
  rssMb(): number
  /** Calls the API as the admin. @throws Error for an answer that is no success */
  call(method: string, path: string, body?: object): Promise<unknown>
  /** The text of a page, or of any other public address. */
  text(path: string): Promise<string>
  /** SIGTERM, or another signal, then waits for the end of the process. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** The admin's at every server that is started here. */
export const PASSWORD = 'measured by a script'
const START_MS_MAX = 120_000

/** Resolves once the server is ready. @throws Error when it ends before that. */
export async function startBuiltServer(folders: {
  contentDir: string
  stateDir: string
  /** More settings. */
  env?: Record<string, string>
}): Promise<BuiltServer> {
  const started = performance.now()
  const child = spawn(process.execPath, ['dist/server/main.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      CONTENT_DIR: folders.contentDir,
      STATE_DIR: folders.stateDir,
      ADMIN_PASSWORD: PASSWORD,
      HOST: '127.0.0.1',
      PORT: '0',
      SITE_URL: 'http://localhost',
      LOG_LEVEL: 'warn',
      ...folders.env,
    },
  })
  const address = await printedAddress(child)
  await until(async () => (await fetch(`${address}/readyz`)).ok, START_MS_MAX)
  const readyMs = performance.now() - started
  let token: string | null = null
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text).data
  }
  return {
    address,
    pid: child.pid ?? 0,
    readyMs,
    rssMb: () => rssMb(child.pid ?? 0),
    async call(method, path, body) {
      if (token === null) {
        const data = await call('POST', '/auth/login', { password: PASSWORD })
        token = (data as { token: string }).token // the login's answer
      }
      return call(method, path, body)
    },
    text: async (path) => (await fetch(`${address}${path}`)).text(),
    stop: (signal = 'SIGTERM') => stop(child, signal),
  }
}

/**
 * Asks again and again, with pauses of 2 ms, until `isSo` answers true.
 * @throws Error after `msMax`
 */
export async function until(isSo: () => Promise<boolean>, msMax: number): Promise<void> {
  const end = performance.now() + msMax
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It did not come about within ${msMax} ms.`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', (chunk) => {
      printed += chunk
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
      if (address) resolve(address)
    })
    child.on('exit', () => reject(new Error(`The server ended at its start.\n${printed}`)))
  })
}

function rssMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}
