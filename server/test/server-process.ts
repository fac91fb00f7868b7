/** The built server as a process of its own, ended after the test. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { atEnd } from './at-end.ts'
import { makeFolder, testEnv, until } from './git-fixture.ts'

export const MAIN = resolve(import.meta.dirname, '../../dist/server/main.mjs')
export const ADMIN_PASSWORD = 'correct horse battery'

/** Starts it over a content folder; `ended` resolves with its status and all that it said. */
export function startProcess(contentDir: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...testEnv,
      CONTENT_DIR: contentDir,
      STATE_DIR: join(makeFolder(), 'state'),
      ADMIN_PASSWORD,
      HOST: '127.0.0.1',
      PORT: '0',
      SITE_URL: 'https://gap.example',
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code, said }))
  // Its folder can be removed once it writes nothing there any more.
  atEnd(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    child,
    ended,
    said: () => said,
    async port() {
      const address = () => /is at http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]
      await until(() => address() !== undefined)
      return Number(address())
    },
  }
}
