import { expect, it } from 'vitest'
import { FIXTURE_NOW, fixtureSnapshot } from '../test/snapshot-fixture.ts'
import { createGenerations } from './generation.ts'

it('is the same until the snapshot or the day changes', () => {
  let now = FIXTURE_NOW
  let snapshot = fixtureSnapshot([])
  const generation = createGenerations({ snapshot: () => snapshot, now: () => now })
  const first = generation()
  expect(first.today).toBe('2026-11-20')
  // 22:59:59.999 UTC is the last moment of the day in Berlin.
  now = Date.parse('2026-11-20T22:59:59.999Z')
  expect(generation()).toBe(first)
  now += 1
  const next = generation()
  expect([next.today, next.id]).toEqual(['2026-11-21', first.id + 1])
  snapshot = fixtureSnapshot([])
  expect(generation().id).toBe(first.id + 2)
})

it('follows a clock that is set back', () => {
  let now = FIXTURE_NOW
  const snapshot = fixtureSnapshot([])
  const generation = createGenerations({ snapshot: () => snapshot, now: () => now })
  generation()
  now -= 86_400_000
  expect(generation().today).toBe('2026-11-19')
})
