/**
 * Settings: one row each, read from the environment once at start. Beside main.ts this is the
 * only file that reads it. Faults are gathered, so that one start names all of them.
 */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isTimeZone } from '#domain/days/zone.ts'
import { isCostlyHash, PASSWORD_BYTES_MAX } from './auth/password-hash.ts'

export interface Settings {
  port: number
  host: string
  contentDir: string
  stateDir: string
  adminPassword: string | null
  adminPasswordHash: string | null
  jwtSecret: string | null
  siteUrl: string | null
  timeZone: string | null
  gitRemote: string | null
  gitPullSeconds: number
  webhookSecret: string | null
  gitAuthorName: string | null
  gitAuthorEmail: string | null
  logLevel: string
  trustProxy: boolean | number | string
}

interface SettingRow<Value> {
  /** Name of the environment variable. */
  name: string
  /** As the README's table shows it. */
  default: string
  help: string
  /** Secrets are not printed, and may come from the file that `<NAME>_FILE` names. */
  secret?: true
  /** The value of the text, or of nothing. @throws Error saying what the setting takes. */
  read(text: string | undefined): Value
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const PASSWORD_LENGTH_MIN = 8
const SECRET_BYTES_MIN = 32
const PULL_SECONDS_MAX = 86_400

type Rows = { [Key in keyof Settings]: SettingRow<Settings[Key]> }

/** Every setting. The README's table is checked against it. */
export const SETTINGS: Rows = {
  port: {
    name: 'PORT',
    default: '3000',
    help: 'where to listen; 0 takes a free port, which the printed address names',
    read: (text) => wholeNumber(text ?? '3000', 0, 65_535),
  },
  host: {
    name: 'HOST',
    default: 'localhost',
    help: 'the address to listen on; `0.0.0.0` in the image',
    read: (text) => text ?? 'localhost',
  },
  contentDir: {
    name: 'CONTENT_DIR',
    default: 'content',
    help: 'the content folder',
    read: (text) => resolve(text ?? 'content'),
  },
  stateDir: {
    name: 'STATE_DIR',
    default: '.gap',
    help: 'what is not content: password hash, token secret, revoked tokens, caches; deleting it loses no content',
    read: (text) => resolve(text ?? '.gap'),
  },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    default: 'none',
    help: "the admin's password, at least 8 characters, at most 1,024 bytes; with neither this nor a hash the first start makes one and prints it once",
    secret: true,
    read: (text) => {
      if (text === undefined) return null
      if (Buffer.byteLength(text) > PASSWORD_BYTES_MAX) {
        throw new Error(`at most ${PASSWORD_BYTES_MAX} bytes`)
      }
      if ([...text].length >= PASSWORD_LENGTH_MIN) return text
      throw new Error(`at least ${PASSWORD_LENGTH_MIN} characters`)
    },
  },
  adminPasswordHash: {
    name: 'ADMIN_PASSWORD_HASH',
    default: 'none',
    help: "the password's hash instead of the password, as kept in `STATE_DIR`; one that is too cheap to guess is refused",
    secret: true,
    read: (text) => {
      if (text === undefined || isCostlyHash(text)) return text ?? null
      throw new Error(
        'a hash `scrypt$N$r$p$salt$hash` that this version can check, N a power of two, N·r·p at least 131072',
      )
    },
  },
  jwtSecret: {
    name: 'JWT_SECRET',
    default: 'made and kept in `STATE_DIR`',
    help: 'signs the tokens, at least 32 bytes; replicas share it',
    secret: true,
    read: (text) => {
      if (text === undefined || Buffer.byteLength(text) >= SECRET_BYTES_MIN) return text ?? null
      throw new Error(`at least ${SECRET_BYTES_MIN} bytes`)
    },
  },
  siteUrl: {
    name: 'SITE_URL',
    default: '`http://HOST:PORT` as listened on, with a warning',
    help: 'canonical links, feeds, sitemap and social cards; never taken from a request',
    read: (text) => siteAddress(text),
  },
  timeZone: {
    name: 'TIME_ZONE',
    default: "`time_zone` in `site.yaml`, else the server's own",
    help: 'the zone in which days are counted and dates shown',
    read: (text) => {
      if (text === undefined || isTimeZone(text)) return text ?? null
      throw new Error('a time zone such as Europe/Berlin')
    },
  },
  gitRemote: {
    name: 'GIT_REMOTE',
    default: 'none',
    help: 'a remote (name or URL) to pull from and push to',
    // A URL may hold a token.
    secret: true,
    read: (text) => matching(text, /^[^-\s]\S*$/, 'the name or the URL of a git remote'),
  },
  gitPullSeconds: {
    name: 'GIT_PULL_SECONDS',
    default: '60',
    help: 'how often to pull when a remote is set, and the longest wait between tries to push; 0 turns the timer off (then 60 between tries)',
    read: (text) => wholeNumber(text ?? '60', 0, PULL_SECONDS_MAX),
  },
  webhookSecret: {
    name: 'WEBHOOK_SECRET',
    default: 'none',
    help: 'enables `POST /api/git/webhook`',
    secret: true,
    read: (text) => text ?? null,
  },
  gitAuthorName: {
    name: 'GIT_AUTHOR_NAME',
    default: "git's own configuration, else `G.A.P. admin`",
    help: "author of the admin's commits",
    read: (text) => matching(text, /^[^<>\n\0]+$/, 'a name without < and >'),
  },
  gitAuthorEmail: {
    name: 'GIT_AUTHOR_EMAIL',
    default: "git's own configuration, else `admin@localhost`",
    help: "address of the admin's commits",
    read: (text) => matching(text, /^[^<>\s\0]+$/, 'an e-mail address'),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    help: 'as in Fastify: fatal, error, warn, info, debug, trace or silent',
    read: (text = 'info') => {
      if (LOG_LEVELS.includes(text)) return text
      throw new Error(`one of ${LOG_LEVELS.join(', ')}`)
    },
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    default: 'off',
    help: 'the number of proxies in front, or their addresses; only then `X-Forwarded-*` counts. `true` believes every sender and is warned of',
    read: (text = 'off') => {
      if (['off', 'false', '0', 'no'].includes(text)) return false
      if (['on', 'true', 'yes'].includes(text)) return true
      if (/^\d+$/.test(text)) return Number(text)
      const addresses = text.split(',').map((address) => address.trim())
      if (addresses.every(isProxyAddress)) return addresses.join(',')
      throw new Error('true, false, a number of proxies, or their addresses, parted by commas')
    },
  },
}

/** Bad settings, one line each; the start ends with them. */
export class SettingsError extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.name = 'SettingsError'
    this.lines = lines
  }
}

/**
 * Reads and checks every setting. An empty variable is as good as none.
 * @throws SettingsError naming each bad variable, what it got (secrets aside) and what it takes.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const faults: string[] = []
  const entries = Object.entries(SETTINGS).map(([key, row]) => {
    try {
      const text = textOf(row, env)
      try {
        return [key, row.read(text)]
      } catch (error) {
        const got = row.secret ? 'a value' : JSON.stringify(text)
        faults.push(`${row.name}: got ${got}, takes ${messageOf(error)}`)
      }
    } catch (error) {
      faults.push(messageOf(error))
    }
    return [key, null]
  })
  if (faults.length > 0) throw new SettingsError(faults)
  return Object.fromEntries(entries) as Settings // one entry per key, each read by its row
}

/**
 * Takes the secrets out of an environment, and the names of files that hold one. Whatever is started
 * with it afterwards (git, its hooks and helpers, workers) has none to give away.
 */
export function dropSecrets(env: NodeJS.ProcessEnv): void {
  for (const { name, secret } of Object.values<SettingRow<unknown>>(SETTINGS)) {
    if (!secret) continue
    delete env[name]
    delete env[`${name}_FILE`]
  }
}

function textOf(row: SettingRow<unknown>, env: NodeJS.ProcessEnv): string | undefined {
  const direct = env[row.name]
  if (direct !== undefined && direct !== '') return direct
  const file = row.secret ? env[`${row.name}_FILE`] : undefined
  if (!file) return undefined
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    throw new Error(`${row.name}_FILE: got ${JSON.stringify(file)}, takes a file that can be read`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function wholeNumber(text: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new Error(`a whole number from ${min} to ${max}`)
}

function matching(text: string | undefined, pattern: RegExp, takes: string): string | null {
  if (text === undefined) return null
  if (pattern.test(text)) return text
  throw new Error(takes)
}

/** The site's origin: the site stands at the root of its host. */
function siteAddress(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw new Error(
    'an address with http:// or https:// and without a path, such as https://example.org',
  )
}

/** An address, a block of them (`10.0.0.0/8`, `10.0.0.0/255.0.0.0`), or a name Fastify has for some. */
function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', size, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (size === undefined || (version === 4 && isIP(size) === 4)) return true
  return /^\d{1,3}$/.test(size) && Number(size) >= 1 && Number(size) <= (version === 4 ? 32 : 128)
}
