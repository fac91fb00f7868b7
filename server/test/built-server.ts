/** Starts dist/server/main.mjs as a separate process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { atEnd } from './at-end.ts'
import { ROOT } from './documents.ts'
import { makeFolder, testEnv } from './git-fixture.ts'
import { PASSWORD } from './http-client.ts'

export const MAIN = join(ROOT, 'dist/server/main.mjs')
const START_MS_MAX = 120_000
/** As `npm start` and the image start it. */
const NODE_FLAGS = ['--max-semi-space-size=4']

interface Surroundings {
  /** Whether it is killed with its git processes; such a server outlives a Ctrl-C in the terminal. */
  ownGroup?: boolean
  /** In a terminal, where it says its process id first; the child process is the terminal. */
  inTerminal?: boolean
}

/** Starts a server over a content folder, with no settings but these, and waits for nothing. */
export function startProcess(
  contentDir: string,
  env: NodeJS.ProcessEnv = {},
  { ownGroup = false, inTerminal = false }: Surroundings = {},
) {
  const shell = `sh -c 'echo pid=$$; exec "${process.execPath}" "${MAIN}"'`
  const [program, args] = inTerminal
    ? ['script', ['-qec', shell, '/dev/null']]
    : [process.execPath, [...NODE_FLAGS, MAIN]]
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: ownGroup,
    env: {
      CONTENT_DIR: contentDir,
      STATE_DIR: join(makeFolder(), 'state'),
      ADMIN_PASSWORD: PASSWORD,
      HOST: '127.0.0.1',
      PORT: '0',
      SITE_URL: 'http://localhost',
      LOG_LEVEL: 'warn',
      ...testEnv,
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
  async function kill() {
    if (child.exitCode === null && child.signalCode === null) {
      if (ownGroup) process.kill(-(child.pid ?? 0), 'SIGKILL')
      else child.kill('SIGKILL')
    }
    return ended
  }
  async function address() {
    const find = () => /is at (http:\/\/[^\s/]+)/.exec(said)?.[1] ?? ''
    await until(async () => find() !== '' || hasEnded, START_MS_MAX)
    if (hasEnded) throw new Error(`The server ended at its start.\n${said}`)
    return find()
  }
  // Its folder can be removed once it writes nothing there any more.
  atEnd(kill)
  return {
    child,
    said: () => said,
    address,
    port: async () => Number(new URL(await address()).port),
    /** Its status and all that it said, once it has ended. */
    ended,
    kill,
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
