/** Starts dist/server/main.mjs as a separate process and speaks to it as a client would. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { atEnd } from './at-end.ts'
import { makeFolder, testEnv } from './git-fixture.ts'
import { clientOf, PASSWORD } from './http-client.ts'

export const MAIN = resolve(import.meta.dirname, '../../dist/server/main.mjs')
const START_MS_MAX = 120_000
/** As `npm start` and the image start it. */
const NODE_FLAGS = ['--max-semi-space-size=4']

interface Surroundings {
  contentDir: string
  stateDir: string
  /** Whether killGroup will be called; such a server outlives a Ctrl-C in the terminal. */
  ownGroup?: boolean
  /** In a terminal, where it says its process id first; the child process is the terminal. */
  inTerminal?: boolean
  /** More settings. */
  env?: NodeJS.ProcessEnv
}

/** Starts the server and waits for nothing. */
export function spawnServer(surroundings: Surroundings) {
  const { contentDir, stateDir, ownGroup = false, inTerminal = false, env } = surroundings
  const shell = `sh -c 'echo pid=$$; exec "${process.execPath}" "${MAIN}"'`
  const [program, args] = inTerminal
    ? ['script', ['-qec', shell, '/dev/null']]
    : [process.execPath, [...NODE_FLAGS, MAIN]]
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: ownGroup,
    env: {
      ...process.env,
      CONTENT_DIR: contentDir,
      STATE_DIR: stateDir,
      ADMIN_PASSWORD: PASSWORD,
      HOST: '127.0.0.1',
      PORT: '0',
      SITE_URL: 'http://localhost',
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  let said = ''
  let hasEnded = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const ended = once(child, 'close').then(([code]) => {
    hasEnded = true
    return { code, said }
  })
  return {
    child,
    /** All that it has said. */
    said: () => said,
    /** Where it listens. @throws Error when it ends before that */
    async address() {
      const find = () => /is at (http:\/\/[^\s/]+)/.exec(said)?.[1] ?? ''
      await until(async () => find() !== '' || hasEnded, START_MS_MAX)
      if (hasEnded) throw new Error(`The server ended at its start.\n${said}`)
      return find()
    },
    /** Its status and all that it said, once it has ended. */
    ended,
    /** SIGKILL for its process group, its git processes too, then waits for the end. */
    async killGroup() {
      if (child.exitCode === null && child.signalCode === null) {
        process.kill(-(child.pid ?? 0), 'SIGKILL')
      }
      return ended
    },
  }
}

/** For a test: a server over a content folder, in an environment without settings; ends with it. */
export function startProcess(
  contentDir: string,
  env: NodeJS.ProcessEnv = {},
  more: Pick<Surroundings, 'inTerminal' | 'ownGroup'> = {},
) {
  const stateDir = join(makeFolder(), 'state')
  const own = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]))
  const server = spawnServer({ contentDir, stateDir, env: { ...own, ...testEnv, ...env }, ...more })
  // Its folder can be removed once it writes nothing there any more.
  atEnd(() => {
    server.child.kill('SIGKILL')
    return server.ended
  })
  return { ...server, port: async () => Number(new URL(await server.address()).port) }
}

export type BuiltServer = Awaited<ReturnType<typeof startBuiltServer>>

/** Resolves once the server is ready. @throws Error when it ends before that. */
export async function startBuiltServer(surroundings: Surroundings) {
  const started = performance.now()
  const { child, ended, address: listening } = spawnServer(surroundings)
  const address = await listening()
  await until(async () => (await fetch(`${address}/readyz`)).ok, START_MS_MAX)
  const pid = child.pid ?? 0
  const { call, page } = clientOf(address)
  return {
    address,
    pid,
    page,
    /** Milliseconds from the start of the process to the first 200 of /readyz. */
    readyMs: performance.now() - started,
    /** Megabytes of memory in use (Linux). */
    rssMb: () => rssMb(pid),
    /** What the API answers to the admin. @throws Error for an answer that is no success */
    async call(method: string, path: string, body?: object): Promise<unknown> {
      const { error, status, data } = await call(method, path, body)
      if (error !== undefined) throw new Error(`${method} ${path}: ${status} ${error}`)
      return data
    },
    /** SIGTERM, or another signal, then waits for the end of the process: its exit code. */
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      return (await ended).code
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

function rssMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
