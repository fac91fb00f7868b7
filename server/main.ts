/**
 * The process: reads the settings, starts the app, prints its address and ends cleanly on a
 * signal. Everything else is wired in app.ts.
 */
import './early-signals.ts'

import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import { type App, createApp } from './app.ts'
import { checkStart } from './check-start.ts'
import { dropSecrets, readSettings, SettingsError } from './config.ts'
import { endedEarly, releaseEarlySignals } from './early-signals.ts'
import { SecondServerError } from './git/locks/server-lock.ts'
import { BareRepositoryError } from './git/objects/repository-paths.ts'
import { logLines } from './log-lines.ts'
import { startCall } from './start-arguments.mjs'
import { startBanner } from './start-banner.ts'

/** sysexits.h: the configuration is at fault. */
const EXIT_CONFIG = 78
/** Another server has the repository. */
const EXIT_SECOND_SERVER = 3
const EXIT_FAULT = 1
const CLOSE_MS_MAX = 10_000

/** The bundle is dist/server/main.mjs: the project is two folders up. */
const projectFolder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

if (startCall(process.argv.slice(2), projectFolder('')) === 'check') {
  process.exit(checkStart(process.env, console.log))
}

let app: App | undefined
let isListening = false
let isExplained = false

/** To the log once there is one, else to where a person looks. */
const say = (words: unknown) => {
  isExplained = true
  if (app) app.log.error(words)
  else console.error(words)
}

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  dropSecrets(process.env)
  const starterDir = projectFolder('content')
  app = await createApp({
    settings,
    ...(process.stdout.isTTY && { logTo: await logLines() }),
    env: process.env,
    starterDir,
    clientDir: projectFolder('dist/client'),
    now: Date.now,
    onGeneratedPassword: (password) => console.log(`Admin password: ${password}`),
  })
  const address = await app.listen().catch(async (error) => {
    await app?.close()
    throw error
  })
  isListening = true
  console.log(`G.A.P. is at ${address}`)
  console.log(await startBanner(app, { contentDir: settings.contentDir, starterDir }))
}

/** Ends what was started; a start under way is waited for, since it holds locks and children. */
async function end({ err, signal }: { err?: Error; signal?: string }): Promise<void> {
  ignoreFurtherSignals()
  if (err) say({ err, msg: 'The server ends on a fault' })
  else if (isListening) app?.log.info({ signal }, 'The server ends')
  else console.error(endedEarly(signal))
  isExplained = true
  await starting.catch(() => {})
  await app?.close()
}

/**
 * `npm start` passes on a signal that the whole group was sent, as systemd and `timeout` do, so the
 * server gets it twice. The second must not cut short accepted work; only CLOSE_MS_MAX may.
 */
function ignoreFurtherSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT']) {
    const others = process.rawListeners(signal)
    // First, since a signal that nobody listens for ends the process at once.
    process.on(signal, () => {})
    // Node types these as plain functions; they are signal listeners.
    for (const listener of others) process.off(signal, listener as NodeJS.SignalsListener)
  }
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
  if (error instanceof BareRepositoryError) {
    console.error(error.message)
    return EXIT_CONFIG
  }
  const listenFault = listenFaultOf(error)
  if (listenFault !== null) {
    console.error(listenFault)
    return EXIT_CONFIG
  }
  console.error(error)
  return EXIT_FAULT
}

/** What is said when the port is taken or may not be used, or the host is none of this machine. */
function listenFaultOf(error: unknown): string | null {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return null
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return null
  const { host, port } = readSettings(process.env)
  return error.code === 'EADDRINUSE' || error.code === 'EACCES'
    ? `PORT: got "${port}", takes a port that is free (${error.message})`
    : `HOST: got ${JSON.stringify(host)}, takes an address of this machine (${error.message})`
}

// A handler that returns from one of these runs into the same fault again, for ever.
const FAULTS = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const
closeWithGrace(
  { delay: CLOSE_MS_MAX, logger: { error: say }, skip: ['beforeExit', ...FAULTS] },
  end,
)
releaseEarlySignals()
// The event loop is empty but nobody stopped the server: report it as a bug.
process.once('beforeExit', () => {
  say('The server ends: its start or its work waits for something that never comes.')
  process.exit(EXIT_FAULT)
})
process.once('exit', (code) => {
  if (!isExplained) console.error(`The server ends with status ${code}, nobody said why.`)
})

const starting = start()
starting.catch((error) => {
  const status = explain(error)
  isExplained = true
  process.exit(status)
})
