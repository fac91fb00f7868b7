/**
 * Changes keys of a YAML map and nothing else: comments, order, quoting and every line of another
 * key stay byte for byte. `yaml` tells where each value stands; the text is spliced, never dumped,
 * since dumping rewrites `0123` and indentation even where nothing changed.
 */
import { isScalar, isSeq, type Pair, type Scalar } from 'yaml'
import { isYamlMap, loadYaml, type YamlMap, type YamlValue } from './load-yaml.ts'
import {
  blockPairs,
  colonOf,
  keyOf,
  lastPlaceOf,
  lineEnd,
  lineStart,
  newlineOf,
  nextLine,
  rangeOf,
  trimmedEnd,
} from './yaml-pairs.ts'
import {
  formatJson,
  formatScalar,
  formatValue,
  type QuoteStyle,
  type YamlInput,
} from './yaml-scalar.ts'

/** New values by key; undefined removes the key. */
export type YamlChanges = Readonly<Record<string, YamlInput | undefined>>

interface PatchOptions {
  /** Where a new key goes: after the nearest key before it in this list, else at the end. */
  order?: readonly string[]
  /** For a text that has no newline of its own. */
  newline?: '\n' | '\r\n'
}

interface Splice {
  start: number
  end: number
  text: string
}

/**
 * The YAML text of a map with these keys changed; a key whose value is already the same is left
 * alone.
 */
export function patchYamlMap(
  yaml: string,
  changes: YamlChanges,
  { order = [], newline = '\n' }: PatchOptions = {},
): string {
  let expected = readMap(yaml)
  let text = yaml
  for (const [key, change] of Object.entries(changes)) {
    const value = change === undefined ? null : valueRead(change)
    if (isSame(expected[key] ?? null, value)) continue
    expected = { ...expected, [key]: value }
    const next = patchKey(text, key, change, { order, newline })
    // Without the key, the blank lines after it may become part of a block before it.
    text = change === undefined && !isSame(readMap(next), expected) ? emptied(text, key) : next
  }
  if (isSame(readMap(text), expected)) return text
  // A construct that has no lines of its own (a map in braces, a tagged value): the block is
  // written from scratch then. Its comments are lost, its values are not.
  return dump(expected, newlineOf(text, newline))
}

function emptied(text: string, key: string): string {
  const pair = (blockPairs(text) ?? []).find((one) => keyOf(one) === key)
  const range = rangeOf(pair?.value)
  if (pair === undefined || range === null) return text
  const start = colonOf(text, pair) + 1
  return text.slice(0, start) + text.slice(trimmedEnd(text, start, Math.max(start, range[1])))
}

function patchKey(
  text: string,
  key: string,
  change: YamlInput | undefined,
  { order, newline }: Required<PatchOptions>,
): string {
  const pairs = blockPairs(text) ?? []
  const pair = pairs.find((one) => keyOf(one) === key)
  if (change === undefined) return pair === undefined ? text : splice(text, removal(text, pair))
  if (pair !== undefined) return splice(text, replacement(text, pair, change))
  const line = `${key}: ${formatValue(change)}`
  const after = placeFor(key, pairs, order)
  return splice(text, insertion(text, line, { after, newline: newlineOf(text, newline) }))
}

function splice(text: string, { start, end, text: between }: Splice): string {
  return text.slice(0, start) + between + text.slice(end)
}

/** The new value in the old one's place; what follows it on its line stays. */
function replacement(text: string, pair: Pair, change: YamlInput): Splice {
  const { value } = pair
  if (isSeq(value) && !value.flow && Array.isArray(change) && change.length > 0) {
    return replacedItems(text, value.items, change)
  }
  const colon = colonOf(text, pair)
  const [start, end] = rangeOf(value) ?? [colon, colon]
  if (start === end) return { start: colon + 1, end: colon + 1, text: ` ${formatValue(change)}` }
  const isOnKeysLine = !text.slice(colon, start).includes('\n')
  const style = isScalar(value) ? styleOf(value) : 'plain'
  return {
    start: isOnKeysLine ? start : colon + 1,
    end: trimmedEnd(text, start, end),
    text: `${isOnKeysLine ? '' : ' '}${formatValue(change, style)}`,
  }
}

/** A list with a line for each item keeps the lines of the items that stay. */
function replacedItems(text: string, items: readonly unknown[], names: readonly string[]): Splice {
  const places = items.map(rangeOf).filter((range) => range !== null)
  const first = places[0]?.[0] ?? 0
  const start = lineStart(text, first)
  const end = lineEnd(text, trimmedEnd(text, start, places.at(-1)?.[1] ?? start))
  const lines = new Map<string, string>()
  for (const item of items) {
    const range = rangeOf(item)
    if (range === null || !isScalar(item)) continue
    const itemEnd = trimmedEnd(text, range[0], range[1])
    lines.set(String(item.value), text.slice(lineStart(text, range[0]), lineEnd(text, itemEnd)))
  }
  const dash = /^[ \t]*-[ \t]+/.exec(text.slice(start, first))?.[0] ?? '  - '
  const kept = names.map((name) => lines.get(name) ?? `${dash}${formatScalar(name)}`)
  return { start, end, text: kept.join(newlineOf(text, '\n')) }
}

/** Every line of the key and its value. */
function removal(text: string, pair: Pair): Splice {
  const start = lineStart(text, rangeOf(pair.key)?.[0] ?? 0)
  return { start, end: nextLine(text, lastPlaceOf(text, pair)), text: '' }
}

function insertion(
  text: string,
  line: string,
  { after, newline }: { after: Pair | undefined; newline: string },
): Splice {
  const at = after === undefined ? text.length : nextLine(text, lastPlaceOf(text, after))
  const keyStart = rangeOf(after?.key)?.[0] ?? 0
  const indent = ' '.repeat(keyStart - lineStart(text, keyStart))
  const before = at === 0 || text[at - 1] === '\n' ? '' : newline
  return { start: at, end: at, text: `${before}${indent}${line}${newline}` }
}

function placeFor(key: string, pairs: readonly Pair[], order: readonly string[]): Pair | undefined {
  const earlier = order.slice(0, Math.max(0, order.indexOf(key))).reverse()
  const places = earlier.map((name) => pairs.find((pair) => keyOf(pair) === name))
  return places.find((pair) => pair !== undefined) ?? pairs.at(-1)
}

function valueRead(change: YamlInput): YamlValue {
  if (typeof change === 'boolean') return String(change)
  if (typeof change === 'string') return change
  return 'date' in change ? change.date : [...change]
}

function readMap(yaml: string): YamlMap {
  const read = loadYaml(yaml)
  return 'value' in read && isYamlMap(read.value) ? read.value : {}
}

/** Equal values, where a key with null is the same as no key. */
function isSame(a: YamlValue, b: YamlValue): boolean {
  if (!isYamlMap(a) || !isYamlMap(b)) return JSON.stringify(a) === JSON.stringify(b)
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => JSON.stringify(a[key] ?? null) === JSON.stringify(b[key] ?? null))
}

function dump(data: YamlMap, newline: string): string {
  const lines = Object.entries(data).flatMap(([key, value]) => {
    if (value === null) return []
    const text = typeof value === 'string' ? formatScalar(value) : formatJson(value)
    return [`${formatScalar(key)}: ${text}${newline}`]
  })
  return lines.join('')
}

function styleOf({ type }: Scalar): QuoteStyle {
  if (type === 'QUOTE_SINGLE') return 'single'
  return type === 'QUOTE_DOUBLE' ? 'double' : 'plain'
}
