import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TooManyRequestsError } from '../errors.ts'
import type { Log } from '../log.ts'
import { addressGroup } from './address-group.ts'
import { createLoginLimit } from './login-limit.ts'

const MINUTE = 60_000

function limitAt(start = 0) {
  const clock = { now: start }
  const limit = createLoginLimit({ now: () => clock.now })
  const isLetThrough = (address: string) => {
    try {
      limit.begin(address)
      return true
    } catch (error) {
      if (error instanceof TooManyRequestsError) return false
      throw error
    }
  }
  return { clock, limit, isLetThrough }
}

describe('one address', () => {
  it('has ten failures in 15 minutes', () => {
    const { clock, limit, isLetThrough } = limitAt()
    for (let count = 0; count < 10; count += 1) expect(isLetThrough('192.0.2.1')).toBe(true)
    expect(isLetThrough('192.0.2.1')).toBe(false)
    expect(isLetThrough('192.0.2.2')).toBe(true)
    clock.now = 14 * MINUTE
    try {
      limit.begin('192.0.2.1')
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ statusCode: 429, headers: { 'retry-after': '60' } })
    }
    clock.now = 15 * MINUTE
    expect(isLetThrough('192.0.2.1')).toBe(true)
  })

  it('forgets the failures of an address after a right password', () => {
    const { limit, isLetThrough } = limitAt()
    for (let count = 0; count < 9; count += 1) isLetThrough('192.0.2.1')
    limit.begin('192.0.2.1').succeed()
    for (let count = 0; count < 10; count += 1) expect(isLetThrough('192.0.2.1')).toBe(true)
  })

  it('loses nothing by an attempt that was not looked at', () => {
    const { limit, isLetThrough } = limitAt()
    const waiting = Array.from({ length: 9 }, () => limit.begin('192.0.2.1'))
    for (let count = 0; count < 50; count += 1) limit.begin('192.0.2.1').abandon()
    for (const attempt of waiting) attempt.abandon()
    for (let count = 0; count < 9; count += 1) isLetThrough('192.0.2.1')
    expect(isLetThrough('192.0.2.1')).toBe(true)
  })
})

describe('all addresses together', () => {
  it('have thirty failures a minute, save those that logged in lately', () => {
    const { clock, limit, isLetThrough } = limitAt()
    limit.begin('203.0.113.9').succeed()
    for (let count = 0; count < 30; count += 1) {
      expect(isLetThrough(`192.0.2.${count}`)).toBe(true)
    }
    expect(isLetThrough('198.51.100.1')).toBe(false)
    expect(isLetThrough('203.0.113.9')).toBe(true)
    clock.now = MINUTE + 1
    expect(isLetThrough('198.51.100.1')).toBe(true)
  })
})

describe('one network', () => {
  it('cannot hold up others, however many addresses it has', () => {
    const { isLetThrough } = limitAt()
    let passed = 0
    for (let count = 0; count < 1000; count += 1) {
      if (isLetThrough(`2001:db8:1:${count.toString(16)}::1`)) passed += 1
    }
    expect(passed).toBe(20)
    expect(isLetThrough('2001:db8:2::1')).toBe(true)
    expect(isLetThrough('192.0.2.1')).toBe(true)
  })

  it('does not hold up the one of its addresses that logged in lately', () => {
    const { limit, isLetThrough } = limitAt()
    limit.begin('2001:db8:1:ffff::1').succeed()
    for (let count = 0; count < 100; count += 1) isLetThrough(`2001:db8:1:${count.toString(16)}::1`)
    expect(isLetThrough('2001:db8:1:ffff::2')).toBe(true)
  })
})

describe('after a restart', () => {
  const log = { warn: () => {} } as unknown as Log // only this is called
  const fileIn = () => join(mkdtempSync(join(tmpdir(), 'gap-limit-')), 'login-limit.json')

  it('failures count, and the owner is known', async () => {
    const file = fileIn()
    const before = createLoginLimit({ now: () => MINUTE, kept: { file, log } })
    before.begin('203.0.113.9').succeed()
    for (let count = 0; count < 10; count += 1) before.begin('192.0.2.1')
    for (let count = 0; count < 20; count += 1) before.begin(`198.51.100.${count}`)
    await before.kept()
    const after = createLoginLimit({ now: () => MINUTE + 1, kept: { file, log } })
    expect(() => after.begin('192.0.2.1')).toThrow(TooManyRequestsError)
    expect(() => after.begin('192.0.2.2')).toThrow(TooManyRequestsError)
    expect(() => after.begin('203.0.113.9')).not.toThrow()
  })

  it('a right password is no failure, and a clock set back locks nobody out', async () => {
    const file = fileIn()
    const before = createLoginLimit({ now: () => 20 * MINUTE, kept: { file, log } })
    for (let count = 0; count < 10; count += 1) before.begin('192.0.2.1')
    before.begin('192.0.2.7').succeed()
    await before.kept()
    expect(JSON.parse(readFileSync(file, 'utf8')).failures).not.toHaveProperty('192.0.2.7')
    const after = createLoginLimit({ now: () => MINUTE, kept: { file, log } })
    expect(() => after.begin('192.0.2.1')).not.toThrow()
  })

  it('a file that cannot be read counts for nothing', () => {
    const file = fileIn()
    writeFileSync(file, '{"failures": 3')
    const limit = createLoginLimit({ now: () => 0, kept: { file, log } })
    expect(() => limit.begin('192.0.2.1')).not.toThrow()
  })
})

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('counts %s as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group)
})
