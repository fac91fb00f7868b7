import { createHmac, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { loggedAddress, silentLog } from '../log.ts'
import { type Auth, type AuthOptions, createAuth } from './create-auth.ts'
import { addressGroup } from './login-limit.ts'
import { hashPassword, isPasswordHash, verifyPassword } from './password-hash.ts'

const PASSWORD = 'correct horse battery'
const SECRET = 'a secret of at least thirty-two bytes'
const DAY = 86_400_000
const CHEAP = { N: 16, r: 1, p: 1 }

let stateDir = ''
const apps: FastifyInstance[] = []

beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'gap-auth-'))
})
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
  await rm(stateDir, { recursive: true })
})

async function gate(options: Partial<AuthOptions> = {}) {
  const auth = await createAuth({
    stateDir,
    adminPassword: null,
    adminPasswordHash: await hashPassword(PASSWORD, CHEAP),
    jwtSecret: SECRET,
    now: Date.now,
    log: silentLog,
    onGeneratedPassword: () => {},
    ...options,
  })
  const app = Fastify()
  apps.push(app)
  await auth.register(app)
  app.get('/', { onRequest: auth.requireAdmin }, async () => 'in')
  app.post('/logout', async (request) => {
    await auth.logout(request)
    return 'out'
  })
  const answer = async (authorization?: string, method: 'GET' | 'POST' = 'GET') => {
    const headers = authorization === undefined ? {} : { authorization }
    const url = method === 'GET' ? '/' : '/logout'
    return (await app.inject({ method, url, headers })).statusCode
  }
  return { auth, answer }
}

async function refusal(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.catch((thrown: unknown) => thrown)
  return error instanceof AppError ? `${error.statusCode} ${error.code} ${error.message}` : 'none'
}

function login(auth: Auth, password: unknown = PASSWORD) {
  return auth.login(password, '192.0.2.1')
}

/** A token with any header and claims, signed with any secret. */
function forge(claims: object, { alg = 'HS256', secret = SECRET } = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`
  const hash = alg === 'HS512' ? 'sha512' : 'sha256'
  const signature = createHmac(hash, secret).update(text).digest('base64url')
  return `${text}.${alg === 'none' ? '' : signature}`
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

describe('a login', () => {
  it('gives a token for seven days to the right password', async () => {
    const { auth, answer } = await gate()
    const { token, expires_at } = await login(auth)
    expect(await answer(`Bearer ${token}`)).toBe(200)
    expect(Math.round((Date.parse(expires_at) - Date.now()) / DAY)).toBe(7)
  })

  it.each([
    ['a wrong password', 'wrong', '401 unauthorized Invalid password'],
    ['an empty one', '', '401 unauthorized Invalid password'],
    ['one with a blank at its end', `${PASSWORD} `, '401 unauthorized Invalid password'],
    ['none', undefined, '400 validation Enter the password.'],
    ['a number', 12345678, '400 validation Enter the password.'],
    ['a list', [PASSWORD], '400 validation Enter the password.'],
    ['more than 1,024 bytes', 'ä'.repeat(513), '401 unauthorized Invalid password'],
  ])('is refused with %s', async (_, password, expected) => {
    const { auth } = await gate()
    expect(await refusal(auth.login(password, '192.0.2.1'))).toBe(expected)
  })

  it('is refused after ten failures, with the right password too', async () => {
    const { auth } = await gate()
    for (let count = 0; count < 10; count += 1) await refusal(login(auth, 'wrong'))
    expect(await refusal(login(auth))).toMatch(/^429 too_many_requests/)
    expect(await refusal(auth.login(PASSWORD, '192.0.2.2'))).toBe('none')
  })

  it('forgets its failures after a right one, and after 15 minutes', async () => {
    let now = Date.now()
    const { auth } = await gate({ now: () => now })
    const fail = async (times: number) => {
      for (let count = 0; count < times; count += 1) await refusal(login(auth, 'wrong'))
    }
    await fail(9)
    await login(auth)
    await fail(10)
    now += 14 * 60_000
    const error = await login(auth).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ statusCode: 429, headers: { 'retry-after': '60' } })
    now += 60_001
    expect(await refusal(login(auth))).toBe('none')
  })

  it('hashes six of a thousand attempts at once and turns the others away', async () => {
    const { auth } = await gate()
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        refusal(auth.login('wrong', `198.51.${index >> 8}.${index & 255}`)),
      ),
    )
    expect(answers.filter((answer) => answer.startsWith('401'))).toHaveLength(6)
    expect(answers.filter((answer) => answer.startsWith('429'))).toHaveLength(994)
  })
})

describe('a token', () => {
  it.each<[string, (good: string) => string | undefined]>([
    ['is missing', () => undefined],
    ['is empty', () => 'Bearer '],
    ['is of another scheme', (good) => `Basic ${good}`],
    ['is no token', () => 'Bearer a.b.c'],
    ['is altered', (good) => `Bearer ${good.slice(0, -6)}AAAAAA`],
    ['lost its signature', (good) => `Bearer ${good.slice(0, good.lastIndexOf('.') + 1)}`],
    ['is unsigned', (good) => `Bearer ${forge(claimsOf(good), { alg: 'none' })}`],
    ['is signed otherwise', (good) => `Bearer ${forge(claimsOf(good), { alg: 'HS512' })}`],
    ['is signed by others', (good) => `Bearer ${forge(claimsOf(good), { secret: `${SECRET}!` })}`],
    ['is of another issuer', (good) => `Bearer ${forge({ ...claimsOf(good), iss: 'other' })}`],
    ['has no issuer', (good) => `Bearer ${forge({ ...claimsOf(good), iss: undefined })}`],
    ['has expired', (good) => `Bearer ${forge({ ...claimsOf(good), exp: 1_700_000_000 })}`],
    ['never expires', (good) => `Bearer ${forge({ ...claimsOf(good), exp: undefined })}`],
    ['is of another password', (good) => `Bearer ${forge({ ...claimsOf(good), pwd: 'x' })}`],
    ['has no id', (good) => `Bearer ${forge({ ...claimsOf(good), jti: undefined })}`],
  ])('lets nobody in when it %s', async (_, alter) => {
    const { auth, answer } = await gate()
    const { token } = await login(auth)
    expect(await answer(alter(token))).toBe(401)
    // The forging itself is sound: with nothing changed the token is let in.
    expect(await answer(`Bearer ${forge({ ...claimsOf(token), jti: randomUUID() })}`)).toBe(200)
  })

  it('is refused after logout, after a restart too, and no other is', async () => {
    const first = await gate({ adminPassword: PASSWORD })
    const [one, other] = [await login(first.auth), await login(first.auth)]
    expect(await first.answer(`Bearer ${one.token}`, 'POST')).toBe(200)
    expect(await first.answer(`Bearer ${one.token}`)).toBe(401)
    expect(await first.answer(`Bearer ${one.token}`, 'POST')).toBe(401)
    const again = await gate({ adminPassword: PASSWORD })
    expect(await again.answer(`Bearer ${one.token}`)).toBe(401)
    expect(await again.answer(`Bearer ${other.token}`)).toBe(200)
  })

  it('is out only with an error when that cannot be kept, and the logout can be sent again', async () => {
    const first = await gate({ adminPassword: PASSWORD })
    const { token } = await login(first.auth)
    await rm(stateDir, { recursive: true })
    await writeFile(stateDir, 'no folder')
    expect(await first.answer(`Bearer ${token}`, 'POST')).toBe(503)
    expect(await first.answer(`Bearer ${token}`)).toBe(401)
    await rm(stateDir)
    expect(await first.answer(`Bearer ${token}`, 'POST')).toBe(200)
    expect(await first.answer(`Bearer ${token}`, 'POST')).toBe(401)
    const again = await gate({ adminPassword: PASSWORD })
    expect(await again.answer(`Bearer ${token}`)).toBe(401)
  })

  it('is refused once the password is another', async () => {
    const { auth } = await gate({ adminPassword: PASSWORD })
    const { token } = await login(auth)
    const replica = await gate({ adminPassword: PASSWORD })
    expect(await replica.answer(`Bearer ${token}`)).toBe(200)
    const changed = await gate({ adminPassword: `${PASSWORD}!` })
    expect(await changed.answer(`Bearer ${token}`)).toBe(401)
  })

  it('ends after seven days', async () => {
    let now = Date.now() - 8 * DAY
    const { auth, answer } = await gate({ now: () => now })
    const { token } = await login(auth)
    now = Date.now()
    expect(await answer(`Bearer ${token}`)).toBe(401)
  })

  it('is refused when the list of logged-out tokens cannot be read', async () => {
    const { auth } = await gate({ adminPassword: PASSWORD })
    const { token } = await login(auth)
    await writeFile(join(stateDir, 'revoked-tokens.json'), '{"tokens": [')
    const again = await gate({ adminPassword: PASSWORD })
    expect(await again.answer(`Bearer ${token}`)).toBe(401)
  })
})

describe('a preview link', () => {
  const clock = { now: Date.now() }
  const links = async (options: Partial<AuthOptions> = {}) =>
    (await gate({ adminPassword: PASSWORD, now: () => clock.now, ...options })).auth.previewLinks

  it.each(['שלום-עולם', '界'.repeat(66)])('names its post for seven days: %s', async (id) => {
    const { token, expiresAt } = await (await links()).create(id)
    expect(expiresAt).toBe(clock.now + 7 * DAY)
    const at = (now: number) => links({ now: () => now }).then((all) => all.read(token))
    expect(await at(expiresAt - 1)).toEqual({ postId: id, expiresAt })
    expect(await at(expiresAt)).toBeNull()
  })

  it('ends with another password and another secret, and cannot be made up', async () => {
    const { token } = await (await links()).create('draft')
    expect(await (await links({ jwtSecret: `${SECRET}!` })).read(token)).toBeNull()
    expect(await (await links({ adminPassword: `${PASSWORD}!` })).read(token)).toBeNull()
    const [, signature = ''] = token.split('.')
    const forged = Buffer.from(JSON.stringify(['other', clock.now + DAY])).toString('base64url')
    const made = [`${forged}.${signature}`, `${token}0`, token.slice(0, -1), signature, '', 'x.y']
    for (const text of made) expect(await (await links()).read(text), text).toBeNull()
  })

  it('is revoked with every other of its post so far, after a restart too', async () => {
    const first = await links()
    const tokens = await Promise.all(['draft', 'draft', 'other'].map((id) => first.create(id)))
    await first.revoke('draft')
    const later = await first.create('draft')
    for (const all of [first, await links()]) {
      const found = await Promise.all([...tokens, later].map(({ token }) => all.read(token)))
      expect(found.map((link) => link?.postId)).toEqual([undefined, undefined, 'other', 'draft'])
    }
  })

  it('has ended where the list of revoked ones cannot be read, and a new one has not', async () => {
    const { token } = await (await links()).create('draft')
    await writeFile(join(stateDir, 'revoked-previews.json'), 'half a li')
    const all = await links()
    expect(await all.read(token)).toBeNull()
    expect(await all.read((await all.create('draft')).token)).not.toBeNull()
  })

  it('is left out of what is logged, and a long address is cut', async () => {
    const { token } = await (await links()).create('draft')
    expect(loggedAddress(`/api/preview/${token}/a.webp?x`)).toBe('/api/preview/[preview]/a.webp?x')
    expect(loggedAddress('/post/a.b')).toBe('/post/a.b')
    expect(loggedAddress(`/${'a'.repeat(1000)}`)).toBe(`/${'a'.repeat(299)}…`)
  })
})

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('failed logins of %s count for %s', (address, group) => {
  expect(addressGroup(address)).toBe(group)
})

describe('the state folder', () => {
  it('keeps a generated password as a hash alone, and shows it once, at once', async () => {
    const shown: string[] = []
    const options = {
      adminPasswordHash: null,
      jwtSecret: null,
      onGeneratedPassword: (password: string) => shown.push(password),
    }
    const first = await gate(options)
    const [password = ''] = shown
    expect(password).toMatch(/^\w{5}-\w{5}-\w{5}-\w{5}$/)
    const { token } = await login(first.auth, password)
    const again = await gate(options)
    expect(await again.answer(`Bearer ${token}`)).toBe(200)
    await login(again.auth, password)
    expect(shown).toHaveLength(1)
    for (const name of await readdir(stateDir)) {
      expect((await stat(join(stateDir, name))).mode & 0o777).toBe(0o600)
      expect(await readFile(join(stateDir, name), 'utf8')).not.toContain(password)
    }
  })
})

describe('a hash', () => {
  it('is of one password and salted', async () => {
    const [one, two] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)]
    expect(one).toMatch(/^scrypt\$32768\$8\$3\$/)
    expect(one).not.toBe(two)
    expect(await verifyPassword(PASSWORD, one)).toBe(true)
    expect(await verifyPassword('wrong', two)).toBe(false)
  })

  it('is never made of a password longer than any may be, even of its own', async () => {
    const long = 'x'.repeat(1025)
    expect(await verifyPassword(long, await hashPassword(long, { N: 2, r: 1, p: 1 }))).toBe(false)
  })

  it.each([
    ['', false],
    ['scrypt$32768$8$3$c2FsdA$aGFzaGhhc2hoYXNoaGFzaA', true],
    ['scrypt$32768$8$3$c2FsdA==$aGFzaGhhc2hoYXNoaGFzaA==', true],
    ['scrypt$32767$8$3$c2FsdA$aGFzaGhhc2hoYXNoaGFzaA', false],
    ['scrypt$67108864$8$1$c2FsdA$aGFzaGhhc2hoYXNoaGFzaA', false],
    ['scrypt$32768$8$3$c2FsdA$', false],
    ['bcrypt$12$abc', false],
  ])('is recognised: %s', (text, expected) => {
    expect(isPasswordHash(text)).toBe(expected)
  })
})
