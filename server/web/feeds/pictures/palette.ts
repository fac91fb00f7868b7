/** Colours of pictures, those of client/styles/tokens.css, which pictures cannot use. */

import { GROUNDS } from '#domain/accent.ts'

export const DARK = {
  bg: GROUNDS.dark,
  line: '#2d2a25',
  text: '#e3e0da',
  strong: '#f6f4ef',
  muted: '#aaa59b',
  accent: '#4fd07f',
  /** Levels of the heatmap: 0, 1, 2, 3, at least 4 posts. */
  heat: ['#24221e', '#17442a', '#1d7041', '#2fa65f', '#5fe08f'],
} as const

export const LIGHT = {
  bg: GROUNDS.light,
  line: '#e4dfd4',
  text: '#2b2823',
  strong: '#171512',
  muted: '#645f55',
  accent: '#13703a',
  heat: ['#ece8de', '#a6dab4', '#63b67d', '#2d8f50', '#105a2e'],
} as const

/** The style sheet of SVG files: their light colours, by class. The dark ones are attributes. */
export const LIGHT_STYLE = `@media (prefers-color-scheme: light){${[
  `.bg{fill:${LIGHT.bg}}`,
  `.line{stroke:${LIGHT.line}}`,
  `.accent{fill:${LIGHT.accent}}`,
  `.strong{fill:${LIGHT.strong}}`,
  `.muted{fill:${LIGHT.muted}}`,
  ...LIGHT.heat.map((color, level) => `.h${level}{fill:${color}}`),
].join('')}}`
