import { describe, expect, it } from 'vitest'
import { inTurns, percentile, type Result, resultLine, verdictOf } from './figures.ts'

it.each([
  ['the middle', [3, 1, 2], 0.5, 2],
  ['the last for the top share', [1, 2, 3], 0.99, 3],
  ['the only one', [7], 0.5, 7],
  ['nothing', [], 0.5, 0],
])('a percentile of %s', (_, samples, share, expected) => {
  expect(percentile(samples, share)).toBe(expected)
})

const result = (more: Partial<Result>): Result => ({
  ...{ row: 1, name: 'a page', rounds: [1], unit: '×', beside: 'another', wanted: { most: 1.1 } },
  ...more,
})

describe('a target', () => {
  it.each<[string, Partial<Result>, string]>([
    ['is met', { rounds: [1, 1.05, 1.1] }, 'met'],
    ['is not met', { rounds: [1.2, 1.3] }, 'not met'],
    ['of at least so much is met', { rounds: [3.1], wanted: { least: 3 } }, 'met'],
    ['is unknown where the rounds disagree', { rounds: [1, 1.2, 1, 1.2] }, 'too noisy'],
    ['stands where one round of many disagrees', { rounds: [1, 1, 1, 1.2] }, 'met'],
    ['is unknown within the error of measuring', { rounds: [1.05], error: 0.06 }, 'too noisy'],
    ['is judged by the figure that counts', { rounds: [1, 1, 1], value: 1.2 }, 'too noisy'],
  ])('%s', (_, more, verdict) => {
    expect(verdictOf(result(more))).toBe(verdict)
  })
})

it('a line names figure, spread, target and verdict', () => {
  const line = resultLine(result({ rounds: [1, 1.05, 1.1] }))
  expect(line.replace(/ {2,}/g, ' | ')).toBe(
    ' 1 | a page | 1.05 × | 1.00–1.10 | ≤ 1.10 | met | another',
  )
})

it('two things take turns, and a round is the ratio of their medians', async () => {
  const asked: string[] = []
  const ours = [2, 2, 100, 6]
  const say = (name: string, value: number) => async () => {
    asked.push(name)
    return name === 'ours' ? (ours.shift() ?? value) : value
  }
  const ratios = await inTurns({ rounds: 2, middle: 2 }, say('ours', 6), say('theirs', 2))
  expect(asked.join(' ')).toBe(Array(4).fill('ours theirs').join(' '))
  expect(ratios).toEqual([1, 50])
})
