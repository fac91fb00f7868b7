import { expect, it } from 'vitest'
import { contrastOf, GROUNDS, readableAccent } from './accent.ts'

it.each<[string, string, string, string]>([
  ['orange', '#c2410c', '#c2410c', '#cb5e30'],
  ['yellow', '#ffff00', '#737300', '#ffff00'],
  ['white', '#ffffff', '#737373', '#ffffff'],
  ['black', '#000000', '#000000', '#808080'],
  ['the light background', '#fbfaf6', '#71716f', '#fbfaf6'],
  ['the dark background', '#12110f', '#12110f', '#7d7c7b'],
  ['the accent of the dark theme', '#4fd07f', '#2f7d4c', '#4fd07f'],
  ['the accent of the light theme', '#13703a', '#13703a', '#428d61'],
  ['gray', '#808080', '#737373', '#808080'],
  ['blue', '#0000ff', '#0000ff', '#7373ff'],
])('%s is changed as little as it takes to be read', (_, accent, light, dark) => {
  const found = { light: readableAccent(accent, 'light'), dark: readableAccent(accent, 'dark') }
  expect(found).toEqual({ light, dark })
  for (const theme of ['light', 'dark'] as const) {
    // The background is also the text on buttons and marks.
    expect(contrastOf(found[theme], GROUNDS[theme])).toBeGreaterThanOrEqual(4.5)
  }
  const onBoxes = readableAccent(accent, 'raised')
  expect(contrastOf(onBoxes, GROUNDS.raised)).toBeGreaterThanOrEqual(4.5)
})
