/**
 * The process: reads the settings, starts the app, prints its address and ends cleanly on a
 * signal. Everything else is wired in app.ts.
 */
import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import { createApp } from './app.ts'
import { readSettings, SettingsError } from './config.ts'
import { BareRepositoryError } from './git/places.ts'
import { SecondServerError } from './git/server-lock.ts'

/** sysexits.h: the configuration is at fault. */
const EXIT_CONFIG = 78
/** Another server has the repository (write-path §4.3). */
const EXIT_SECOND_SERVER = 3
const CLOSE_MS_MAX = 10_000

/** The bundle is dist/server/main.mjs: the project is two folders up. */
const projectFolder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

async function start(): Promise<void> {
  const app = await createApp({
    settings: readSettings(process.env),
    env: process.env,
    starterDir: projectFolder('content'),
    clientDir: projectFolder('dist/client'),
    now: Date.now,
    onGeneratedPassword: (password) => console.log(`Admin password: ${password}`),
  })
  closeWithGrace({ delay: CLOSE_MS_MAX, logger: app.log }, async ({ err, signal }) => {
    if (err) app.log.error({ err }, 'The server ends on a fault')
    else app.log.info({ signal }, 'The server ends')
    await app.close()
  })
  console.log(`G.A.P. is at ${await app.listen()}`)
}

function explain(error: unknown): number {
  if (error instanceof SettingsError) {
    for (const line of error.lines) console.error(line)
    return EXIT_CONFIG
  }
  if (error instanceof SecondServerError) {
    console.error(error.message)
    return EXIT_SECOND_SERVER
  }
  if (error instanceof BareRepositoryError || isListenFault(error)) {
    console.error(error.message)
    return EXIT_CONFIG
  }
  console.error(error)
  return 1
}

/** The port is taken or may not be used: the message says which. */
function isListenFault(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
}

start().catch((error) => process.exit(explain(error)))
