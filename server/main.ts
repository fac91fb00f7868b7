/**
 * Entry point: reads the settings, starts the app, prints its address and shuts down on a signal.
 * The rest of the wiring is in app.ts.
 */
import { fileURLToPath } from 'node:url'
import type { App } from './app.ts'
import { StartError } from './errors.ts'

const EXIT_FAULT = 1
const CLOSE_MS_MAX = 10_000

let app: App | undefined
const ending = new AbortController()

/** The bundle is dist/server/main.mjs, so the project folder is two levels up. */
const projectFolder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

async function start(): Promise<void> {
  // Imported here, so that a signal is handled before the whole server is loaded.
  const { createApp } = await import('./app.ts')
  const { dropSecrets, readSettings } = await import('./config.ts')
  const settings = readSettings(process.env)
  dropSecrets(process.env)
  let password: string | undefined
  try {
    app = await createApp({
      settings,
      ...(process.stdout.isTTY && { logTo: await terminalLines() }),
      env: process.env,
      starterDir: projectFolder('content'),
      clientDir: projectFolder('dist/client'),
      now: Date.now,
      signal: ending.signal,
      onGeneratedPassword: (generated) => {
        password = generated
      },
    })
    console.log(`G.A.P. is at ${await app.listen()}`)
  } finally {
    // After the log; also when the port is taken, since only its hash is kept.
    if (password) console.log(`Admin password: ${password}\nLog in with it at /admin, and write.`)
  }
}

/** Readable log lines on a terminal; programs get the JSON. */
async function terminalLines(): Promise<{ write(line: string): void }> {
  // Only loaded for a terminal, so a service starts without it.
  const { default: pretty } = await import('pino-pretty')
  const translateTime = 'SYS:HH:MM:ss'
  // `sync`: the line that explains an exit is written before the exit.
  return pretty({ ignore: 'pid,hostname', singleLine: true, sync: true, translateTime })
}

/** Shuts down. Waits for a start in progress, since it holds locks and child processes. */
async function end(signal: string | null, fault?: unknown): Promise<void> {
  // A signal to the process group arrives twice, since `npm start` forwards it: ignore the second.
  if (ending.signal.aborted) return
  ending.abort()
  setTimeout(() => process.exit(EXIT_FAULT), CLOSE_MS_MAX)
  if (signal === null) reportError({ err: fault, msg: 'Stopping after an unexpected error' })
  else app?.log.info({ signal }, 'Stopping')
  await starting.catch(() => {})
  await app?.close().catch((err: unknown) => {
    reportError({ err, msg: 'The server could not be closed' })
    process.exit(EXIT_FAULT)
  })
  process.exit(signal === null ? EXIT_FAULT : 0)
}

/** To the log if there is one, else to stderr. */
function reportError(details: object): void {
  if (app) app.log.error(details)
  else console.error(details)
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
