import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings, SettingsError } from './config.ts'

const faultsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readSettings(env)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.lines
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
    'SITE_URL: got "example.org", takes an address without a path, such as https://example.org',
    'TIME_ZONE: got "Mars/Base", takes a time zone such as Europe/Berlin',
  ])
})

it('never prints a secret', () => {
  const lines = faultsOf({ ADMIN_PASSWORD: 'hunter2', JWT_SECRET: 'too-short' })
  expect(lines).toHaveLength(2)
  expect(lines.join()).not.toMatch(/hunter2|too-short/)
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
])('reads TRUST_PROXY=%s', (text, expected) => {
  expect(readSettings({ TRUST_PROXY: text }).trustProxy).toBe(expected)
})

it('writes an address of the site without its slash', () => {
  expect(readSettings({ SITE_URL: 'https://Example.org/' }).siteUrl).toBe('https://example.org')
})
