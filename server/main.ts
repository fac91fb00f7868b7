/**
 * The process: reads the settings, starts the app, prints its address and ends cleanly on a
 * signal. Everything else is wired in app.ts.
 */
import './early-signals.ts'

import { fileURLToPath } from 'node:url'
import closeWithGrace from 'close-with-grace'
import { type App, createApp } from './app.ts'
import { dropSecrets, readSettings, SettingsError } from './config.ts'
import { releaseEarlySignals } from './early-signals.ts'
import { SecondServerError } from './git/locks/server-lock.ts'
import { BareRepositoryError } from './git/objects/repository-paths.ts'

/** sysexits.h: the configuration is at fault. */
const EXIT_CONFIG = 78
/** Another server has the repository. */
const EXIT_SECOND_SERVER = 3
const EXIT_FAULT = 1
const CLOSE_MS_MAX = 10_000

/** The bundle is dist/server/main.mjs: the project is two folders up. */
const projectFolder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

let app: App | undefined

async function start(): Promise<void> {
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
  const address = await app.listen().catch(async (error) => {
    await app?.close()
    throw error
  })
  console.log(`G.A.P. is at ${address}`)
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
async function end({ err, signal }: { err?: Error; signal?: string }): Promise<void> {
  ignoreFurtherSignals()
  if (err) say({ err, msg: 'The server ends on a fault' })
  else app?.log.info({ signal }, 'The server ends')
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

/** To the log once there is one, else to where a person looks. */
function say(words: unknown): void {
  if (app) app.log.error(words)
  else console.error(words)
}

/** Says why the start failed. @returns the exit status */
function explain(error: unknown): number {
  const sentence = listenFaultOf(error)
  if (sentence !== null) console.error(sentence)
  else if (error instanceof SettingsError) for (const line of error.lines) console.error(line)
  else if (error instanceof SecondServerError) console.error(error.message)
  else if (error instanceof BareRepositoryError) console.error(error.message)
  else {
    console.error(error)
    return EXIT_FAULT
  }
  return error instanceof SecondServerError ? EXIT_SECOND_SERVER : EXIT_CONFIG
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
closeWithGrace({ delay: CLOSE_MS_MAX, logger: { error: say }, skip: [...FAULTS] }, end)
releaseEarlySignals()

const starting = start()
starting.catch((error) => process.exit(explain(error)))
