import { expect, it } from 'vitest'
import { isUntitled } from './post-card.tsx'

it.each([
  ['Today I ran', 'Today I ran', true],
  ['Today I ran…', 'Today I ran, then slept', true],
  ['Today', 'Today I ran', false],
  ['A', 'About time', false],
])('the title %j of a short post over %j is made from its text: %s', (title, excerpt, expected) => {
  expect(isUntitled({ type: 'short', title, excerpt })).toBe(expected)
})
