/**
 * Settings, one row each, read from the environment once at the start. Only this file and main.ts
 * read the environment. All faults are collected and reported together.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { compile } from '@fastify/proxy-addr'
import * as z from 'zod'
import { isTimeZone } from '#domain/days/zone.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'
import { isPasswordHash, PASSWORD_BYTES_MAX } from './auth/password-hash.ts'
import { StartError } from './errors.ts'

interface SettingRow {
  /** Name of the environment variable. */
  name: string
  /** Parses the text; the message of an issue describes the valid values. */
  schema: z.ZodType
  /** Text used if the variable is absent. */
  default?: string
  /** Never printed; may also be read from the file named by `<NAME>_FILE`. */
  secret?: true
}

type TrustProxy = boolean | ((address: string, hop: number) => boolean)

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const PASSWORD_LENGTH_MIN = 8
const SECRET_BYTES_MIN = 32
const HASH_FORM =
  'a hash `scrypt$N$r$p$salt$hash` that this version can check, N a power of two, N·r·p at least 131072'
const PROXY_FORM = 'off, true, a number of proxies, or their addresses, separated by commas'
const SITE_FORM =
  'an address with http:// or https:// and without a path, such as https://example.org'

/** Null if the variable is absent. @param takes describes the texts that `isGood` accepts */
const optional = (takes: string, isGood: (text: string) => boolean) =>
  z
    .string()
    .refine(isGood, takes)
    .optional()
    .transform((text) => text ?? null)

/** User and password of an address. */
function loginOf(address: string): string {
  const { username, password } = new URL(address)
  return username + password
}

/** Where notices go; a login that cannot be decoded would fail every request. */
const receiver = optional(
  'an address with http:// or https://, with %25 for a % in its login',
  (text) => {
    try {
      return isTypedWebAddress(text) && decodeURIComponent(loginOf(text)) !== null
    } catch {
      return false
    }
  },
)

const wholeNumber = (max: number) =>
  z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) <= max, {
      error: `a whole number from 0 to ${max}`,
    })
    .transform(Number)

const folder = z.string().transform((path) => resolve(path))

/** Every setting; the README documents them. */
export const SETTINGS = {
  port: { name: 'PORT', schema: wholeNumber(65_535), default: '3000' },
  host: { name: 'HOST', schema: z.string(), default: 'localhost' },
  contentDir: { name: 'CONTENT_DIR', schema: folder, default: 'content' },
  stateDir: { name: 'STATE_DIR', schema: folder, default: '.gap' },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    schema: optional(
      `at least ${PASSWORD_LENGTH_MIN} characters, at most ${PASSWORD_BYTES_MAX} bytes`,
      (text) =>
        [...text].length >= PASSWORD_LENGTH_MIN && Buffer.byteLength(text) <= PASSWORD_BYTES_MAX,
    ),
    secret: true,
  },
  adminPasswordHash: {
    name: 'ADMIN_PASSWORD_HASH',
    schema: optional(HASH_FORM, isPasswordHash),
    secret: true,
  },
  jwtSecret: {
    name: 'JWT_SECRET',
    schema: optional(
      `at least ${SECRET_BYTES_MIN} bytes`,
      (text) => Buffer.byteLength(text) >= SECRET_BYTES_MIN,
    ),
    secret: true,
  },
  siteUrl: {
    name: 'SITE_URL',
    schema: optional(SITE_FORM, isOrigin).transform((text) => text && new URL(text).origin),
  },
  timeZone: {
    name: 'TIME_ZONE',
    schema: optional('a time zone such as Europe/Berlin', isTimeZone),
  },
  timestampUrl: {
    name: 'TIMESTAMP_URL',
    schema: optional(
      'an address with http:// or https://, without a login',
      (text) => isTypedWebAddress(text) && loginOf(text) === '',
    ),
    // A login that is refused is not printed.
    secret: true,
  },
  gitRemote: {
    name: 'GIT_REMOTE',
    schema: optional('the name or the URL of a git remote', (text) => /^[^-\s]\S*$/.test(text)),
    // A URL may contain a token.
    secret: true,
  },
  gitPullSeconds: { name: 'GIT_PULL_SECONDS', schema: wholeNumber(86_400), default: '60' },
  webhookSecret: { name: 'WEBHOOK_SECRET', schema: optional('a text', () => true), secret: true },
  notifyUrl: { name: 'NOTIFY_URL', schema: receiver, secret: true },
  notifyPublicUrl: { name: 'NOTIFY_PUBLIC_URL', schema: receiver, secret: true },
  gitAuthorName: {
    name: 'GIT_AUTHOR_NAME',
    schema: optional('a name without < and >', (text) => /^[^<>\n\0]+$/.test(text)),
  },
  gitAuthorEmail: {
    name: 'GIT_AUTHOR_EMAIL',
    schema: optional('an e-mail address', (text) => /^[^<>\s\0]+$/.test(text)),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    schema: z.enum(LOG_LEVELS, { error: `one of ${LOG_LEVELS.join(', ')}` }),
    default: 'info',
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    schema: z.string().transform((text, { issues }): TrustProxy => {
      try {
        return parseTrustProxy(text)
      } catch {
        issues.push({ code: 'custom', message: PROXY_FORM, input: text })
        return z.NEVER
      }
    }),
    default: 'off',
  },
} satisfies Record<string, SettingRow>

type Rows = typeof SETTINGS
export type Settings = { [Key in keyof Rows]: z.output<Rows[Key]['schema']> }

/**
 * Reads and validates every setting. An empty variable counts as absent.
 * @throws StartError with each invalid variable, its value (never a secret) and the valid values.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const faults: string[] = []
  const entries = Object.entries<SettingRow>(SETTINGS).map(([key, row]) => {
    try {
      return [key, readSetting(row, textOf(row, env))]
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
      return [key, null]
    }
  })
  if (faults.length > 0) throw new StartError(faults.join('\n'))
  return Object.fromEntries(entries) as Settings // one entry per key, each read by its row
}

/** Parses the text of a setting. @throws StartError with its value, unless secret */
export function readSetting<Row extends SettingRow>(
  row: Row,
  text: string | undefined,
): z.output<Row['schema']> {
  const { success, data, error } = row.schema.safeParse(text ?? row.default)
  if (success) return data as z.output<Row['schema']> // by the row's own schema
  const got = row.secret ? 'a value' : JSON.stringify(text)
  throw new StartError(`${row.name}: got ${got}, takes ${error.issues[0]?.message}`)
}

/**
 * Removes the secrets and the names of secret files from an environment, so child processes (git,
 * its hooks and helpers, workers) do not inherit them.
 */
export function dropSecrets(env: NodeJS.ProcessEnv): void {
  for (const { name, secret } of Object.values<SettingRow>(SETTINGS)) {
    if (!secret) continue
    delete env[name]
    delete env[`${name}_FILE`]
  }
}

function textOf(row: SettingRow, env: NodeJS.ProcessEnv): string | undefined {
  const direct = env[row.name] || undefined
  const file = row.secret ? env[`${row.name}_FILE`] : undefined
  if (!file) return direct
  if (direct) throw new Error(`${row.name}: got a value and ${row.name}_FILE, takes one of them`)
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    throw new Error(`${row.name}_FILE: got ${JSON.stringify(file)}, takes a file that can be read`)
  }
}

/** Whether the text is an http(s) origin: the site is served at the root of its host. */
function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

/** Fastify's `trustProxy` option. @throws TypeError for invalid addresses */
function parseTrustProxy(text: string): TrustProxy {
  if (text === 'off' || text === 'false') return false
  if (text === 'true') return true
  if (/^\d+$/.test(text)) return (_, hop) => hop < Number(text)
  return compile(text.split(',').map((address) => address.trim()))
}
