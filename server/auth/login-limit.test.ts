import { describe, expect, it } from 'vitest'
import { TooManyRequestsError } from '../errors.ts'
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

  it('starts anew after a right password', () => {
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
