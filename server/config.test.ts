import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from './config.ts'
import { StartError } from './errors.ts'
import { makeFolder } from './test/git-fixture.ts'

const faultsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readSettings(env)
    return []
  } catch (error) {
    if (error instanceof StartError) return error.message.split('\n')
    throw error
  }
}

it('needs nothing, and takes an empty variable as none', () => {
  const settings = readSettings({ PORT: '', SITE_URL: '' })
  const defaults = { port: 3000, host: 'localhost', adminPassword: null, siteUrl: null }
  expect(settings).toMatchObject(defaults)
  expect(settings.contentDir).toMatch(/\/content$/)
  expect(readSettings({})).toEqual(settings)
})

it('names every fault at once, with what it got and what it takes', () => {
  const lines = faultsOf({ PORT: '70000', TIME_ZONE: 'Mars/Base', SITE_URL: 'example.org' })
  expect(lines).toEqual([
    'PORT: got "70000", takes a whole number from 0 to 65535',
    'SITE_URL: got "example.org", takes an address with http:// or https:// and without a path, such as https://example.org',
    'TIME_ZONE: got "Mars/Base", takes a time zone such as Europe/Berlin',
  ])
})

it('reads a secret from the file that NAME_FILE names', () => {
  const file = join(makeFolder(), 'password')
  writeFileSync(file, 'correct horse\n')
  expect(readSettings({ ADMIN_PASSWORD_FILE: file }).adminPassword).toBe('correct horse')
  expect(faultsOf({ ADMIN_PASSWORD_FILE: '/nowhere' })[0]).toMatch(/^ADMIN_PASSWORD_FILE: got/)
  const both = { NOTIFY_URL: 'https://ntfy.example/ada', NOTIFY_URL_FILE: file }
  expect(faultsOf(both)).toEqual(['NOTIFY_URL: got a value and NOTIFY_URL_FILE, takes one of them'])
  expect(readSettings({ ...both, NOTIFY_URL_FILE: '' }).notifyUrl).toBe(both.NOTIFY_URL)
})

const HASH = 'c2FsdA$aGFzaGhhc2hoYXNoaGFzaA'
const GOOD = `scrypt$16384$8$1$${HASH}`
const PASSWORD = 'é'.repeat(512)

/** Each with the setting that it gives. */
it.each<[string, string, string, unknown]>([
  ['ADMIN_PASSWORD', PASSWORD, 'adminPassword', PASSWORD],
  ['ADMIN_PASSWORD_HASH', GOOD, 'adminPasswordHash', GOOD],
  ['SITE_URL', 'https://Example.org/', 'siteUrl', 'https://example.org'],
  ['TRUST_PROXY', 'off', 'trustProxy', false],
  ['TRUST_PROXY', 'true', 'trustProxy', true],
  ['TRUST_PROXY', '2', 'trustProxy', expect.any(Function)],
  ['TRUST_PROXY', '10.0.0.0/8', 'trustProxy', expect.any(Function)],
  ['TRUST_PROXY', 'loopback, ::1, fd00::/8', 'trustProxy', expect.any(Function)],
  ['TRUST_PROXY', '10.0.0.0/255.0.0.0', 'trustProxy', expect.any(Function)],
])('reads %s=%s', (name, text, key, value) => {
  expect(readSettings({ [name]: text })).toMatchObject({ [key]: value })
})

it.each([
  ...['maybe', '-1', '999.1.1.1', '10.0.0.0/33', '10.0.0.1,'].map((text) => ['TRUST_PROXY', text]),
  ...['https://example.org/blog', 'https://example.org/?a=1', 'https://me:it@example.org/'].map(
    (text) => ['SITE_URL', text],
  ),
  ['SITE_URL', 'ftp://example.org'],
])('refuses %s=%s', (name = '', text = '') => {
  const fault = expect.stringContaining(`${name}: got ${JSON.stringify(text)}, takes `)
  expect(faultsOf({ [name]: text })).toEqual([fault])
})

it.each([
  ['a password of 1,025 bytes', 'ADMIN_PASSWORD', `${PASSWORD}x`],
  ['a short password', 'ADMIN_PASSWORD', 'hunter2'],
  ['a hash of one round', 'ADMIN_PASSWORD_HASH', `scrypt$2$1$1$${HASH}`],
  ['a hash of a few rounds', 'ADMIN_PASSWORD_HASH', `scrypt$8192$8$1$${HASH}`],
  ['a hash that no login could wait for', 'ADMIN_PASSWORD_HASH', `scrypt$32768$8$999$${HASH}`],
  ['a hash without r', 'ADMIN_PASSWORD_HASH', `scrypt$32768$0$1$${HASH}`],
  ['a hash of another kind', 'ADMIN_PASSWORD_HASH', '$2b$12$aGFzaGhhc2hoYXNoaGFzaA'],
  ['a short secret', 'JWT_SECRET', 'too-short'],
  ['an address of another kind', 'NOTIFY_URL', 'mailto:ada@example.org'],
  ['an address with a blank', 'NOTIFY_PUBLIC_URL', 'https://ntfy.example/my topic'],
  ['a login that cannot be read', 'NOTIFY_URL', 'https://me:50%@ntfy.example/ada'],
  ['an authority with a login', 'TIMESTAMP_URL', 'https://me:it@tsa.example/'],
])('refuses %s, and does not print it', (_, name, secret) => {
  const [fault = '', ...more] = faultsOf({ [name]: secret })
  expect(more).toEqual([])
  expect(fault).toMatch(new RegExp(`^${name}: got a value, takes `))
  expect(fault).not.toContain(secret)
})

it.each([
  ['ADMIN_PASSWORD', 'äöüäöüä', 'at least 8 characters, at most 1024 bytes'],
  ['JWT_SECRET', 'x'.repeat(31), 'at least 32 bytes'],
])('counts %s in the unit that its README line has', (name, text, takes) => {
  expect(faultsOf({ [name]: text })).toEqual([`${name}: got a value, takes ${takes}`])
  expect(faultsOf({ [name]: `${text}ä` })).toEqual([])
})
