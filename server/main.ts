/**
 * The process: reads the settings, starts the app, prints its address and ends cleanly on a
 * signal. Everything else is wired in app.ts.
 */
import { fileURLToPath } from 'node:url'
import type { App } from './app.ts'
import { StartError } from './errors.ts'

const EXIT_FAULT = 1
const CLOSE_MS_MAX = 10_000

let app: App | undefined
let isEnding = false

/** The bundle is dist/server/main.mjs: the project is two folders up. */
const projectFolder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

async function start(): Promise<void> {
  // Loaded here, since a process may be told to end before all of the server is loaded.
  const { createApp } = await import('./app.ts')
  const { dropSecrets, readSettings } = await import('./config.ts')
  const settings = readSettings(process.env)
  dropSecrets(process.env)
  app = await createApp({
    settings,
    ...(process.stdout.isTTY && { logTo: await terminalLines() }),
    env: process.env,
    starterDir: projectFolder('content'),
    clientDir: projectFolder('dist/client'),
    now: Date.now,
    onGeneratedPassword: (password) => console.log(`Admin password: ${password}`),
  })
  console.log(`G.A.P. is at ${await app.listen()}`)
}

/** A place for the log's JSON that writes it to a terminal in words; programs get the JSON. */
async function terminalLines(): Promise<{ write(line: string): void }> {
  // Loaded for terminals alone: a service's start does not wait for it.
  const { default: pretty } = await import('pino-pretty')
  const translateTime = 'SYS:HH:MM:ss'
  // A line that explains an end is written before the end.
  return pretty({ ignore: 'pid,hostname', singleLine: true, sync: true, translateTime })
}

/** Ends what was started; a start under way is waited for, since it holds locks and children. */
async function end(signal: string | null, fault?: unknown): Promise<void> {
  // The whole group may get a signal that `npm start` passes on too: the second cuts nothing short.
  if (isEnding) return
  isEnding = true
  setTimeout(() => process.exit(EXIT_FAULT), CLOSE_MS_MAX)
  if (signal === null) say({ err: fault, msg: 'The server ends on a fault' })
  else app?.log.info({ signal }, 'The server ends')
  await starting.catch(() => {})
  await app?.close().catch((err: unknown) => {
    say({ err, msg: 'The server could not be closed' })
    process.exit(EXIT_FAULT)
  })
  process.exit(signal === null ? EXIT_FAULT : 0)
}

/** To the log once there is one, else to where a person looks. */
function say(words: object): void {
  if (app) app.log.error(words)
  else console.error(words)
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => end(signal))
process.on('uncaughtException', (error) => end(null, error))

const starting = start()
starting.catch(async (error) => {
  await app?.close().catch(() => {})
  const isExplained = error instanceof StartError
  console.error(isExplained ? error.message : error)
  process.exit(isExplained ? error.exitCode : EXIT_FAULT)
})
