import { expect, it } from 'vitest'
import { formatAmount, formatChange, linePosition } from './amounts.ts'

it.each<[number, string | null, string, string]>([
  [0, 'cups', '0 cups', '+0 cups'],
  [-0.001, 'km', '0 km', '+0 km'],
  [3, null, '3', '+3'],
  [1234567.891, '€', '1234567.89 €', '+1234567.89 €'],
  [2.675, null, '2.68', '+2.68'],
  [-0.005, null, '−0.01', '−0.01'],
])('writes the amount %s of %s with at most 2 decimals', (amount, unit, plain, change) => {
  expect(formatAmount(amount, unit)).toBe(plain)
  expect(formatChange(amount, unit)).toBe(change)
})

it.each<[string, number, number, number, number]>([
  ['On the line', 30, 0, 12, 12.004],
  ['3 cups behind the line', 30, 0, 9, 12],
  ['2 cups ahead of the line', 30, 0, 14, 12],
  ['0.5 cups behind the line', 80, 90, 87.5, 87],
  ['1 cups ahead of the line', 80, 90, 86, 87],
])('says %s', (text, goal, start, done, expected) => {
  expect(linePosition({ goal, start, unit: 'cups', progress: { done, expected } }).text).toBe(text)
})
