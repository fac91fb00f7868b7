import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from './config.ts'
import { StartError } from './errors.ts'

const faultsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readSettings(env)
    return []
  } catch (error) {
    if (error instanceof StartError) return error.message.split('\n')
    throw error
  }
}

it('needs nothing', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({ port: 3000, host: 'localhost', adminPassword: null })
  expect(settings.contentDir).toMatch(/\/content$/)
})

it('takes an empty variable as none', () => {
  expect(readSettings({ PORT: '', SITE_URL: '' })).toMatchObject({ port: 3000, siteUrl: null })
})

it('names every fault at once, with what it got and what it takes', () => {
  const lines = faultsOf({ PORT: '70000', TIME_ZONE: 'Mars/Base', SITE_URL: 'example.org' })
  expect(lines).toEqual([
    'PORT: got "70000", takes a whole number from 0 to 65535',
    'SITE_URL: got "example.org", takes an address with http:// or https:// and without a path, such as https://example.org',
    'TIME_ZONE: got "Mars/Base", takes a time zone such as Europe/Berlin',
  ])
})

it('never prints a secret', () => {
  const lines = faultsOf({ ADMIN_PASSWORD: 'hunter2', JWT_SECRET: 'too-short' })
  expect(lines).toHaveLength(2)
  const hashed = faultsOf({ ADMIN_PASSWORD_HASH: 'scrypt$1$1$1$hunter2$x' })
  expect(hashed).toEqual([expect.stringMatching(/^ADMIN_PASSWORD_HASH: got a value, takes /)])
  expect(lines.join()).not.toMatch(/hunter2|too-short/)
})

it.each([
  ['a password of 1,025 bytes', { ADMIN_PASSWORD: `${'é'.repeat(512)}x` }],
  ['a hash of one round', { ADMIN_PASSWORD_HASH: 'scrypt$2$1$1$c2FsdA$aGFzaGhhc2hoYXNoaGFzaA' }],
  [
    'a hash of a few rounds',
    { ADMIN_PASSWORD_HASH: 'scrypt$8192$8$1$c2FsdA$aGFzaGhhc2hoYXNoaGFzaA' },
  ],
  [
    'a hash that no login could wait for',
    { ADMIN_PASSWORD_HASH: 'scrypt$32768$8$999$c2FsdA$aGFzaGhhc2hoYXNoaGFzaA' },
  ],
  ['a hash without r', { ADMIN_PASSWORD_HASH: 'scrypt$32768$0$1$c2FsdA$aGFzaGhhc2hoYXNoaGFzaA' }],
  ['a hash of another kind', { ADMIN_PASSWORD_HASH: '$2b$12$aGFzaGhhc2hoYXNoaGFzaA' }],
])('refuses %s', (_, env) => {
  expect(faultsOf(env)).toEqual([
    expect.stringMatching(/^ADMIN_PASSWORD(_HASH)?: got a value, takes /),
  ])
})

it('takes a password of 1,024 bytes, and a hash that costs as much as it should', () => {
  const password = 'é'.repeat(512)
  expect(readSettings({ ADMIN_PASSWORD: password }).adminPassword).toBe(password)
  const hash = 'scrypt$16384$8$1$c2FsdA$aGFzaGhhc2hoYXNoaGFzaA'
  expect(readSettings({ ADMIN_PASSWORD_HASH: hash }).adminPasswordHash).toBe(hash)
})

it('reads a secret from the file that NAME_FILE names', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'gap-config-')), 'password')
  writeFileSync(file, 'correct horse\n')
  expect(readSettings({ ADMIN_PASSWORD_FILE: file }).adminPassword).toBe('correct horse')
  expect(faultsOf({ ADMIN_PASSWORD_FILE: '/nowhere' })[0]).toMatch(/^ADMIN_PASSWORD_FILE: got/)
})

it.each<[string, boolean | number | string]>([
  ['off', false],
  ['true', true],
  ['2', 2],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['loopback, ::1, fd00::/8, 10.0.0.0/255.0.0.0', 'loopback,::1,fd00::/8,10.0.0.0/255.0.0.0'],
])('reads TRUST_PROXY=%s', (text, expected) => {
  expect(readSettings({ TRUST_PROXY: text }).trustProxy).toBe(expected)
})

it.each([
  ['TRUST_PROXY', 'maybe'],
  ['TRUST_PROXY', '-1'],
  ['TRUST_PROXY', '999.1.1.1'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.1,'],
  ['SITE_URL', 'https://example.org/blog'],
  ['SITE_URL', 'https://example.org/?a=1'],
  ['SITE_URL', 'https://me:it@example.org/'],
  ['SITE_URL', 'ftp://example.org'],
])('refuses %s=%s', (name, text) => {
  expect(faultsOf({ [name]: text })).toEqual([
    expect.stringContaining(`${name}: got ${JSON.stringify(text)}, takes `),
  ])
})

it.each([
  ['ADMIN_PASSWORD', 'äöüäöüä', 'at least 8 characters, at most 1024 bytes'],
  ['JWT_SECRET', 'x'.repeat(31), 'at least 32 bytes'],
])('counts %s in the unit that its README line has', (name, text, takes) => {
  expect(faultsOf({ [name]: text })).toEqual([`${name}: got a value, takes ${takes}`])
  expect(faultsOf({ [name]: `${text}ä` })).toEqual([])
})

it('writes an address of the site without its slash', () => {
  expect(readSettings({ SITE_URL: 'https://Example.org/' }).siteUrl).toBe('https://example.org')
})
