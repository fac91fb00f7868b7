import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DARK, LIGHT, type Palette } from './palette.ts'

const css = readFileSync(new URL('../../../../client/styles/tokens.css', import.meta.url), 'utf8')

/** The colours of a theme's block by name. */
function tokensOf(theme: string): Map<string, string> {
  const block = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  return new Map(
    [...block.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
}

it.each<[string, Palette]>([
  ['dark', DARK],
  ['light', LIGHT],
])('has the %s colours of the pages', (theme, { heat, ...palette }) => {
  const tokens = tokensOf(theme)
  for (const [name, color] of Object.entries(palette))
    expect([name, tokens.get(name)]).toEqual([name, color])
  expect(heat).toEqual([0, 1, 2, 3, 4].map((level) => tokens.get(`heat-${level}`)))
})
