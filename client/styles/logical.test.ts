import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const CLIENT = join(import.meta.dirname, '..')

const sheets = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.css'),
)

const SIDE =
  /^\s*((margin|padding|border|scroll-margin|scroll-padding)-(left|right)[a-z-]*|left|right)\s*:|(text-align|float|clear):\s*(left|right)/

/** The four values of a margin, a padding or an inset that is not the same on both sides. */
function isLopsided(line: string): boolean {
  const values = /^\s*(?:margin|padding|inset):\s*([^;]+);/.exec(line)?.[1] ?? ''
  const [, right, , left] = values.match(/(?:[^\s(]|\([^()]*(?:\([^()]*\)[^()]*)*\))+/g) ?? []
  return left !== undefined && left !== right
}

it.each(sheets)('%s names no side but start and end', (path) => {
  const lines = readFileSync(join(CLIENT, path), 'utf8').split('\n')
  expect(lines.filter((line) => SIDE.test(line) || isLopsided(line))).toEqual([])
})

const RULE = /([^{}]+)\{([^{}]*)\}/g
const PLACED = /background(?:-position)?\s*:[^;]*\b(?:left|right)\b/

// There is no such place in logical terms.
it.each(sheets)('%s mirrors each background that it places on a side', (path) => {
  const css = readFileSync(join(CLIENT, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const placed = [...css.matchAll(RULE)]
    .filter(([, , body = '']) => PLACED.test(body))
    .map(([, selector = '']) => selector.trim())
  const isMirrored = (selector: string) =>
    selector.includes(':dir(') || placed.includes(`${selector}:dir(rtl)`)
  expect(placed.filter((selector) => !isMirrored(selector))).toEqual([])
})
