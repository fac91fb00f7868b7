import { describe, expect, it } from 'vitest'
import { dayLabel } from './figures/heatmap.tsx'
import { formatMinutes, formatWords } from './post-meta.tsx'
import { movesNote } from './project-card.tsx'

describe('a day of the heatmap', () => {
  it.each([
    [2, '2 posts on Friday, November 20'],
    [1, '1 post on Friday, November 20'],
    [0, 'No posts on Friday, November 20'],
  ])('with %d posts says %s', (count, words) => {
    expect(dayLabel('2026-11-20', count)).toBe(words)
  })
})

describe('moves of a deadline', () => {
  it.each([
    [1, 1, 'moved once, +1 day'],
    [2, 19, 'moved twice, +19 days'],
    [3, -4, 'moved 3 times, −4 days'],
    [2, 0, 'moved twice, back to where it was'],
  ])('%d, %d days in all: %s', (count, days, words) => {
    expect(movesNote(count, days)).toBe(words)
  })
})

it('says one word for one', () => {
  expect([formatWords(1), formatWords(2), formatMinutes(1)]).toEqual([
    '1 word',
    '2 words',
    '1 min read',
  ])
})
