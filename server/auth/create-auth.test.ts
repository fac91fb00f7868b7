import { createHmac, randomUUID } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify, { type FastifyRequest } from 'fastify'
import { beforeEach, expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { makeFolder } from '../test/git-fixture.ts'
import { type Auth, type AuthOptions, createAuth } from './create-auth.ts'
import { addressGroup } from './login-limit.ts'
import { hashPassword } from './password-hash.ts'

const PASSWORD = 'correct horse battery'
const SECRET = 'a secret of at least thirty-two bytes'
const DAY = 86_400_000
const CHEAP = { N: 16, r: 1, p: 1 }

let stateDir = ''
let now = 0
beforeEach(() => {
  stateDir = makeFolder()
  // Years before the clock of the machine.
  now = Date.parse('2025-05-01T12:00:00Z')
})

const open = async (options: Partial<AuthOptions> = {}) =>
  createAuth(Fastify(), {
    stateDir,
    adminPassword: null,
    adminPasswordHash: await hashPassword(PASSWORD, CHEAP),
    jwtSecret: SECRET,
    now: () => now,
    log: silentLog,
    onGeneratedPassword: () => {},
    ...options,
  })
/** Tokens of a kept password are good after a restart. */
const restarted = () => open({ adminPassword: PASSWORD })

const login = (auth: Auth, password = PASSWORD, address = '192.0.2.1') =>
  auth.login(password, address)
const requestWith = (authorization?: string) => ({ headers: { authorization } }) as FastifyRequest
const outcome = (attempt: Promise<unknown>): Promise<number> =>
  attempt.then(
    () => 200,
    (error) => error.statusCode,
  )
const enter = (auth: Auth, token: string) => outcome(auth.requireAdmin(requestWith(token)))
const logOut = (auth: Auth, token: string) => outcome(auth.logout(requestWith(token)))

/** A token with any header and claims, signed with any secret. */
function forge(claims: object, { alg = 'HS256', secret = SECRET } = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`
  const hash = alg === 'HS512' ? 'sha512' : 'sha256'
  const signature = createHmac(hash, secret).update(text).digest('base64url')
  return `${text}.${alg === 'none' ? '' : signature}`
}

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

it('a login gives a token for seven days to the right password', async () => {
  const auth = await open()
  const { token, expires_at } = await login(auth)
  expect(await enter(auth, `Bearer ${token}`)).toBe(200)
  expect(Math.round((Date.parse(expires_at) - now) / DAY)).toBe(7)
  now += 7 * DAY + 1000
  expect(await enter(auth, `Bearer ${token}`)).toBe(401)
})

const WRONG = ['wrong', '', `${PASSWORD} `, 'ä'.repeat(513)]
it.each(WRONG)('a login is refused with %s', async (given) => {
  const refused = { statusCode: 401, code: 'unauthorized', message: 'Invalid password' }
  await expect(login(await open(), given)).rejects.toMatchObject(refused)
})

it('a login is refused after ten failures from its address, for 15 minutes', async () => {
  const auth = await open()
  const fail = async (times: number) => {
    for (let n = 0; n < times; n += 1) expect(await outcome(login(auth, 'wrong'))).toBe(401)
  }
  await fail(9)
  await login(auth)
  await fail(10)
  // No hash is made for these, which would take the others' turns.
  const refusals = Array.from({ length: 6 }, () => outcome(login(auth, 'wrong')))
  expect(await outcome(login(auth, PASSWORD, '192.0.2.2'))).toBe(200)
  expect(await Promise.all(refusals)).toEqual(refusals.map(() => 429))
  now += 14 * 60_000
  const refused = { code: 'too_many_requests', headers: { 'retry-after': '60' } }
  await expect(login(auth)).rejects.toMatchObject(refused)
  now += 60_001
  await login(auth)
})

it('a login is hashed for six of a thousand at once, the others are turned away', async () => {
  const auth = await open()
  const attempts = Array.from({ length: 1000 }, (_, n) =>
    outcome(login(auth, 'wrong', `198.51.${n >> 8}.${n & 255}`)),
  )
  const answers = await Promise.all(attempts)
  expect(answers.filter((status) => status === 401)).toHaveLength(6)
  expect(answers.filter((status) => status === 429)).toHaveLength(994)
})

it.each<[string, (good: string) => string]>([
  ['is empty', () => 'Bearer '],
  ['is of another scheme', (good) => `Basic ${good}`],
  ['lost its signature', (good) => `Bearer ${good.slice(0, good.lastIndexOf('.') + 1)}`],
  ['is signed otherwise', (good) => `Bearer ${forge(claimsOf(good), { alg: 'HS512' })}`],
  ['is signed by others', (good) => `Bearer ${forge(claimsOf(good), { secret: `${SECRET}!` })}`],
  ['is of another issuer', (good) => `Bearer ${forge({ ...claimsOf(good), iss: 'other' })}`],
  ['is a preview link', (good) => `Bearer ${forge({ ...claimsOf(good), iss: 'gap-preview' })}`],
  ['has no issuer', (good) => `Bearer ${forge({ ...claimsOf(good), iss: undefined })}`],
  ['has expired', (good) => `Bearer ${forge({ ...claimsOf(good), exp: 1_700_000_000 })}`],
  ['never expires', (good) => `Bearer ${forge({ ...claimsOf(good), exp: undefined })}`],
  ['is of another password', (good) => `Bearer ${forge({ ...claimsOf(good), pwd: 'x' })}`],
  ['has no id', (good) => `Bearer ${forge({ ...claimsOf(good), jti: undefined })}`],
])('a token lets nobody in when it %s', async (_, alter) => {
  const auth = await open()
  const { token } = await login(auth)
  expect(await enter(auth, alter(token))).toBe(401)
  // The forging itself is sound: with nothing changed the token is let in.
  const forged = forge({ ...claimsOf(token), jti: randomUUID() })
  expect(await enter(auth, `Bearer ${forged}`)).toBe(200)
})

it('a token is refused after logout, after a restart too, and no other is', async () => {
  const first = await restarted()
  const [one, other] = await Promise.all([login(first), login(first)])
  expect(await logOut(first, `Bearer ${one.token}`)).toBe(200)
  expect(await logOut(first, `Bearer ${one.token}`)).toBe(401)
  for (const auth of [first, await restarted()]) {
    expect(await enter(auth, `Bearer ${one.token}`)).toBe(401)
    expect(await enter(auth, `Bearer ${other.token}`)).toBe(200)
  }
})

it('a token stays good when its logout cannot be stored, which fails', async () => {
  const auth = await restarted()
  const { token } = await login(auth)
  await rm(stateDir, { recursive: true })
  await writeFile(stateDir, 'no folder')
  expect(await logOut(auth, `Bearer ${token}`)).toBe(503)
  expect(await enter(auth, `Bearer ${token}`)).toBe(200)
  await rm(stateDir)
  expect(await logOut(auth, `Bearer ${token}`)).toBe(200)
  expect(await enter(await restarted(), `Bearer ${token}`)).toBe(401)
})

it('a token is refused once the password is another', async () => {
  const { token } = await login(await restarted())
  const changed = await open({ adminPassword: `${PASSWORD}!` })
  expect(await enter(changed, `Bearer ${token}`)).toBe(401)
})

const linksOf = async (options: Partial<AuthOptions> = {}) =>
  (await open({ adminPassword: PASSWORD, ...options })).previewLinks

it('a preview link ends with another secret, and no login is one', async () => {
  const links = await linksOf()
  const { token, expiresAt } = await links.issue('שלום')
  expect(await links.read(token)).toEqual({ id: 'שלום', expiresAt })
  expect(await (await linksOf({ jwtSecret: `${SECRET}!` })).read(token)).toBeNull()
  expect(await links.read(forge({ ...claimsOf(token), iss: 'gap' }))).toBeNull()
})

it('a preview link is revoked with every other of its post so far, after a restart too', async () => {
  const first = await linksOf()
  const tokens = await Promise.all(['draft', 'draft', 'other'].map((id) => first.issue(id)))
  await first.revoke('draft')
  const later = await first.issue('draft')
  for (const links of [first, await linksOf()]) {
    const found = await Promise.all([...tokens, later].map(({ token }) => links.read(token)))
    expect(found.map((link) => link?.id)).toEqual([undefined, undefined, 'other', 'draft'])
  }
})

it('a list of what was revoked that cannot be read refuses everything so far, once', async () => {
  const before = await restarted()
  const [{ token }, link] = [await login(before), await before.previewLinks.issue('draft')]
  await writeFile(join(stateDir, 'revoked-tokens.json'), '{"tokens": [')
  await writeFile(join(stateDir, 'revoked-previews.json'), 'half a li')
  const auth = await restarted()
  expect(await enter(auth, `Bearer ${token}`)).toBe(401)
  expect(await auth.previewLinks.read(link.token)).toBeNull()
  const later = await auth.previewLinks.issue('draft')
  await expect.poll(() => readFile(join(stateDir, 'revoked-previews.json'), 'utf8')).toMatch(/]\n$/)
  for (const { previewLinks } of [auth, await restarted()]) {
    expect(await previewLinks.read(later.token)).not.toBeNull()
    expect(await previewLinks.read(link.token)).toBeNull()
  }
})

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('failed logins of %s count for %s', (address, group) => {
  expect(addressGroup(address)).toBe(group)
})

it('a generated password is kept as a hash alone, and shown once, at once', async () => {
  const shown: string[] = []
  const onGeneratedPassword = (password: string) => shown.push(password)
  const options = { adminPasswordHash: null, jwtSecret: null, onGeneratedPassword }
  const first = await open(options)
  const [password = ''] = shown
  expect(password).toMatch(/^\w{5}-\w{5}-\w{5}-\w{5}$/)
  const { token } = await login(first, password)
  const again = await open(options)
  expect(await enter(again, `Bearer ${token}`)).toBe(200)
  expect(await outcome(login(again, 'x'.repeat(1025)))).toBe(401)
  await login(again, password)
  expect(shown).toHaveLength(1)
  for (const name of await readdir(stateDir)) {
    expect((await stat(join(stateDir, name))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(stateDir, name), 'utf8')).not.toContain(password)
  }
})
