import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loggedAddress, silentLog } from '../log.ts'
import { growthOf } from '../test/growth.ts'
import { PreviewLinks } from './preview-links.ts'

const DAY = 86_400_000
const NOON = Date.parse('2026-11-20T12:00:00Z')

let folder = ''
let now = NOON
let password = 'one'
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gap-previews-'))
  now = NOON
  password = 'one'
})
afterEach(() => rmSync(folder, { recursive: true }))

const links = (more: Partial<ConstructorParameters<typeof PreviewLinks>[0]> = {}) =>
  new PreviewLinks({
    file: join(folder, 'revoked-previews.json'),
    tokenSecret: 'a secret of at least thirty-two bytes',
    password: { fingerprint: async () => password },
    now: () => now,
    log: silentLog,
    ...more,
  })

const kept = () => JSON.parse(readFileSync(join(folder, 'revoked-previews.json'), 'utf8'))

describe('a preview link', () => {
  it('names its post, in any script, for seven days to the millisecond', async () => {
    const { token, expiresAt } = await links().create('שלום-עולם')
    expect(expiresAt).toBe(NOON + 7 * DAY)
    now = expiresAt - 1
    expect(await links().read(token)).toEqual({ postId: 'שלום-עולם', expiresAt })
    now = expiresAt
    expect(await links().read(token)).toBeNull()
  })

  it('fits the longest id', async () => {
    const id = '界'.repeat(66)
    expect((await links().read((await links().create(id)).token))?.postId).toBe(id)
  })

  it('ends with another password and with another secret', async () => {
    const { token } = await links().create('draft')
    const tokenSecret = 'another secret of thirty-two bytes'
    expect(await links({ tokenSecret }).read(token)).toBeNull()
    password = 'two'
    expect(await links().read(token)).toBeNull()
  })

  it('cannot be altered or made up', async () => {
    const { token } = await links().create('draft')
    const [, signature = ''] = token.split('.')
    const forged = Buffer.from(JSON.stringify(['other', NOON + 7 * DAY])).toString('base64url')
    const made = [`${forged}.${signature}`, `${token}0`, token.slice(0, -1), signature, '', 'x.y.z']
    for (const text of made) expect(await links().read(text), text).toBeNull()
  })

  it('is left out of what is logged', async () => {
    const { token } = await links().create('draft')
    for (const path of [
      `/preview/${token}`,
      `/api/preview/${token}?x`,
      `/preview/${token}/a.webp`,
    ]) {
      expect(loggedAddress(path)).toBe(path.replace(token, '[preview]'))
    }
    expect(loggedAddress('/post/a.b')).toBe('/post/a.b')
  })

  it('and a long address in the log is cut, and read no slower for its length', async () => {
    const address = (length: number) => `/${'a'.repeat(length)}`
    expect(loggedAddress(address(1000))).toBe(`${address(299)}…`)
    const growth = await growthOf(loggedAddress, address(30_000), address(60_000))
    expect(growth).toMatchObject({ isBounded: true })
  })
})

describe('a revocation', () => {
  it('ends every link of its post so far and no other, after a restart too', async () => {
    const first = links()
    const [one, two, other] = [
      await first.create('draft'),
      await first.create('draft'),
      await first.create('other'),
    ]
    await first.revoke('draft')
    const later = await first.create('draft')
    for (const each of [first, links()]) {
      expect(await each.read(one.token)).toBeNull()
      expect(await each.read(two.token)).toBeNull()
      expect((await each.read(other.token))?.postId).toBe('other')
      expect((await each.read(later.token))?.postId).toBe('draft')
    }
  })

  it('is forgotten once its links would have ended anyway', async () => {
    const all = links()
    await all.revoke('draft')
    now += 7 * DAY + 1
    await all.revoke('other')
    expect(kept().posts.map(([id]: [string]) => id)).toEqual(['other'])
  })

  it('beyond the thousandth ends every link so far instead', async () => {
    const all = links({ write: async () => {} })
    const { token } = await all.create('innocent')
    for (let at = 0; at < 1000; at += 1) await all.revoke(`draft-${at}`)
    expect(await all.read(token)).not.toBeNull()
    await all.revoke('one-more')
    expect(await all.read(token)).toBeNull()
    expect(await all.read((await all.create('innocent')).token)).not.toBeNull()
  })

  it('that cannot be kept says so, and can be tried again', async () => {
    let isFull = true
    const write = async (file: string, text: string) => {
      if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      writeFileSync(file, text)
    }
    const all = links({ write })
    const { token } = await all.create('draft')
    await expect(all.revoke('draft')).rejects.toMatchObject({ code: 'storage_full' })
    expect(await all.read(token)).toBeNull()
    isFull = false
    await all.revoke('draft')
    expect(await links().read(token)).toBeNull()
  })

  it('list that cannot be read ends every link so far', async () => {
    const { token } = await links().create('draft')
    writeFileSync(join(folder, 'revoked-previews.json'), 'half a li')
    expect(await links().read(token)).toBeNull()
    expect(await links().read((await links().create('draft')).token)).not.toBeNull()
  })
})
