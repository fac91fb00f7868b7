/**
 * Settings, read from the environment once at the start. Only this file and main.ts read the
 * environment. All faults are collected and reported together.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { compile } from '@fastify/proxy-addr'
import * as z from 'zod'
import { isTimeZone } from '#domain/days/zone.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'
import { isPasswordHash, PASSWORD_BYTES_MAX } from './auth/password-hash.ts'
import { StartError } from './errors.ts'

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

const wholeNumber = (max: number, byDefault: string) =>
  z
    .string()
    .default(byDefault)
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) <= max, {
      error: `a whole number from 0 to ${max}`,
    })
    .transform(Number)

const folder = (byDefault: string) =>
  z
    .string()
    .default(byDefault)
    .transform((path) => resolve(path))

/**
 * Every setting by its variable in camel case, so `siteUrl` is SITE_URL: parses the text of the
 * variable; the message of an issue describes the valid values. The README documents them.
 */
export const SETTINGS = {
  port: wholeNumber(65_535, '3000'),
  host: z.string().default('localhost'),
  contentDir: folder('content'),
  stateDir: folder('.gap'),
  adminPassword: optional(
    `at least ${PASSWORD_LENGTH_MIN} characters, at most ${PASSWORD_BYTES_MAX} bytes`,
    (text) =>
      [...text].length >= PASSWORD_LENGTH_MIN && Buffer.byteLength(text) <= PASSWORD_BYTES_MAX,
  ),
  adminPasswordHash: optional(HASH_FORM, isPasswordHash),
  jwtSecret: optional(
    `at least ${SECRET_BYTES_MIN} bytes`,
    (text) => Buffer.byteLength(text) >= SECRET_BYTES_MIN,
  ),
  siteUrl: optional(SITE_FORM, isOrigin).transform((text) => text && new URL(text).origin),
  timeZone: optional('a time zone such as Europe/Berlin', isTimeZone),
  timestampUrl: optional(
    'an address with http:// or https://, without a login',
    (text) => isTypedWebAddress(text) && loginOf(text) === '',
  ),
  gitRemote: optional('the name or the URL of a git remote', (text) => /^[^-\s]\S*$/.test(text)),
  gitPullSeconds: wholeNumber(86_400, '60'),
  webhookSecret: optional('a text', () => true),
  notifyUrl: receiver,
  notifyPublicUrl: receiver,
  gitAuthorName: optional('a name without < and >', (text) => /^[^<>\n\0]+$/.test(text)),
  gitAuthorEmail: optional('an e-mail address', (text) => /^[^<>\s\0]+$/.test(text)),
  logLevel: z.enum(LOG_LEVELS, { error: `one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  trustProxy: z
    .string()
    .default('off')
    .transform((text, { issues }): TrustProxy => {
      try {
        return parseTrustProxy(text)
      } catch {
        issues.push({ code: 'custom', message: PROXY_FORM, input: text })
        return z.NEVER
      }
    }),
} satisfies Record<string, z.ZodType>

type Schemas = typeof SETTINGS
type SettingKey = keyof Schemas
export type Settings = { [Key in SettingKey]: z.output<Schemas[Key]> }

/** Never printed; each may also be read from the file named by `<NAME>_FILE`. */
export const SECRETS: readonly SettingKey[] = [
  'adminPassword',
  'adminPasswordHash',
  'jwtSecret',
  // A login that is refused is not printed.
  'timestampUrl',
  // A URL may contain a token.
  'gitRemote',
  'webhookSecret',
  'notifyUrl',
  'notifyPublicUrl',
]

/** The environment variable of a setting. */
export const variableOf = (key: string): string => key.replace(/[A-Z]/g, '_$&').toUpperCase()

/**
 * Reads and validates every setting. An empty variable counts as absent.
 * @throws StartError with each invalid variable, its value (never a secret) and the valid values.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const faults: string[] = []
  const keys = Object.keys(SETTINGS) as SettingKey[] // its own keys
  const entries = keys.map((key) => {
    try {
      return [key, readSetting(key, textOf(key, env))]
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
      return [key, null]
    }
  })
  if (faults.length > 0) throw new StartError(faults.join('\n'))
  return Object.fromEntries(entries) as Settings // one entry per key, each read by its schema
}

/** Parses the text of a setting. @throws StartError with its value, unless secret */
export function readSetting<Key extends SettingKey>(
  key: Key,
  text: string | undefined,
): Settings[Key] {
  const schema: z.ZodType = SETTINGS[key]
  const { success, data, error } = schema.safeParse(text)
  if (success) return data as Settings[Key] // by its own schema
  const got = SECRETS.includes(key) ? 'a value' : JSON.stringify(text)
  throw new StartError(`${variableOf(key)}: got ${got}, takes ${error.issues[0]?.message}`)
}

/**
 * Removes the secrets and the names of secret files from an environment, so child processes (git,
 * its hooks and helpers, workers) do not inherit them.
 */
export function dropSecrets(env: NodeJS.ProcessEnv): void {
  for (const name of SECRETS.map(variableOf)) {
    delete env[name]
    delete env[`${name}_FILE`]
  }
}

function textOf(key: SettingKey, env: NodeJS.ProcessEnv): string | undefined {
  const name = variableOf(key)
  const direct = env[name] || undefined
  const file = SECRETS.includes(key) ? env[`${name}_FILE`] : undefined
  if (!file) return direct
  if (direct) throw new Error(`${name}: got a value and ${name}_FILE, takes one of them`)
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    throw new Error(`${name}_FILE: got ${JSON.stringify(file)}, takes a file that can be read`)
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
