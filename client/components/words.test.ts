import { expect, it } from 'vitest'
import { dayLabel } from './figures/heatmap.tsx'
import { isUntitled } from './post-card.tsx'
import { completionNote, movesNote } from './project-card.tsx'

it.each<[number, number, number, string, object?]>([
  [2, 0, 0, '2 posts on Friday, November 20'],
  [1, 0, 0, '1 post on Friday, November 20'],
  [0, 0, 0, 'No posts on Friday, November 20'],
  [2, 1, 5, '2 posts on Friday, November 20, 1 logged 5 days later'],
  [1, 1, 1, '1 post on Friday, November 20, logged 1 day later'],
  [3, 2, 5, '3 posts on Friday, November 20, 2 logged up to 5 days later'],
  [0, 0, 0, 'No posts on Friday, November 20, on a break: Ill', { break: true, reason: 'Ill' }],
  [1, 1, 5, '1 post on Friday, November 20, logged 5 days later, on a break', { break: true }],
])('%d posts, %d of them %d days late: %s', (count, late, days_late, words, more = {}) => {
  expect(dayLabel('2026-11-20', { count, late, days_late, ...more })).toBe(words)
})

it.each([
  [1, 1, 'Moved once, 1 day later than first promised'],
  [3, -4, 'Moved 3 times, 4 days earlier than first promised'],
  [2, 0, 'Moved twice, back to the day first promised'],
])('a deadline moved %d times, %d days in all: %s', (count, days, words) => {
  expect(movesNote(count, days)).toBe(words)
})

it.each([
  ['2026-11-17', 'Completed 3 days early'],
  ['2026-11-19', 'Completed 1 day early'],
  ['2026-11-20', 'Completed on its day'],
  ['2026-11-22', 'Completed 2 days late'],
  [null, null],
])('a deadline of November 20 that was met on %s says %s', (completed_on, words) => {
  expect(completionNote({ completed_due_date: '2026-11-20', completed_on })).toBe(words)
})

it.each([
  ['Today I ran', 'Today I ran', true],
  ['Today I ran…', 'Today I ran, then slept', true],
  ['Today', 'Today I ran', false],
  ['A', 'About time', false],
])('the title %j of a short post over %j is made from its text: %s', (title, excerpt, expected) => {
  expect(isUntitled({ type: 'short', title, excerpt })).toBe(expected)
})
