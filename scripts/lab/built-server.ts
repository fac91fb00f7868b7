/** Starts dist/server/main.mjs as a separate process and speaks to it as a client would. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
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
  /** The same, with the answer's other members. */
  ask(method: string, path: string, body?: object): Promise<ApiAnswer>
  /** The text of a page, or of any other public address. */
  text(path: string): Promise<string>
  /** SIGTERM, or another signal, then waits for the end of the process: its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** SIGKILL for the process group of a server and its git processes, then waits for the end. */
  killGroup(): Promise<void>
}

interface ApiAnswer {
  data: unknown
  meta: Record<string, unknown>
}

/** The admin's password at every server that is started here. */
export const PASSWORD = 'measured by a script'
const START_MS_MAX = 120_000
/** As `npm start` and the image start it. */
const NODE_FLAGS = ['--max-semi-space-size=4']

/** Resolves once the server is ready. @throws Error when it ends before that. */
export async function startBuiltServer(folders: {
  contentDir: string
  stateDir: string
  /** Whether killGroup will be called; such a server outlives a Ctrl-C in the terminal. */
  ownGroup?: boolean
  /** More settings. */
  env?: Record<string, string>
}): Promise<BuiltServer> {
  const started = performance.now()
  const child = spawn(process.execPath, [...NODE_FLAGS, 'dist/server/main.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: folders.ownGroup ?? false,
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
  const send = async (method: string, path: string, body?: object): Promise<ApiAnswer> => {
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
    return JSON.parse(text)
  }
  const ask = async (method: string, path: string, body?: object): Promise<ApiAnswer> => {
    if (token === null) {
      const { data } = await send('POST', '/auth/login', { password: PASSWORD })
      token = (data as { token: string }).token // the login's answer
    }
    return send(method, path, body)
  }
  return {
    address,
    pid: child.pid ?? 0,
    readyMs,
    rssMb: () => rssMb(child.pid ?? 0),
    ask,
    call: async (method, path, body) => (await ask(method, path, body)).data,
    text: async (path) => (await fetch(`${address}${path}`)).text(),
    stop: (signal = 'SIGTERM') => ended(child, () => child.kill(signal)),
    async killGroup() {
      await ended(child, () => process.kill(-(child.pid ?? 0), 'SIGKILL'))
    },
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

async function ended(child: ChildProcess, kill: () => void): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit')
  kill()
  const [code] = await exit
  return code
}
