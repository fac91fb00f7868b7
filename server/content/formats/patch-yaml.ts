/**
 * Changes keys of a YAML map and nothing else: comments, order, quoting and every line of another
 * key stay byte for byte. `yaml` tells where each value stands; the text is spliced, never dumped,
 * since dumping rewrites `0123` and indentation even where nothing changed.
 */
import { isMap, isScalar, isSeq, type Pair, parseDocument, stringify } from 'yaml'
import { isYamlMap, loadYaml, type YamlMap, type YamlValue } from './load-yaml.ts'
import { type Newline, newlineOf } from './text-bytes.ts'

/** A text, a flag, a list of names, or a date that may stand bare. */
export type YamlInput = string | boolean | readonly string[] | { date: string }

/** New values by key; undefined removes the key. */
export type YamlChanges = Readonly<Record<string, YamlInput | undefined>>

interface PatchOptions {
  /** Where a new key goes: after the nearest key before it in this list, else at the end. */
  order?: readonly string[]
  /** For a text that has no newline of its own. */
  newline?: Newline
}

/** A date as we write it, and that every reader of dates may take for one. */
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?$/
const ONE_LINE = {
  lineWidth: 0,
  blockQuote: false,
  collectionStyle: 'flow',
  flowCollectionPadding: false,
} as const
/** Control characters and line ends, which `yaml` would leave bare or break lines at. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/gu

type Quotes = 'PLAIN' | 'QUOTE_SINGLE' | 'QUOTE_DOUBLE'

/**
 * The value as one line of YAML that readers of version 1.1 and 1.2 take for the same.
 * @param quotes those that a text gets, where it can stand in them
 */
export function formatValue(value: YamlInput, quotes: Quotes = 'PLAIN'): string {
  if (typeof value === 'object' && 'date' in value) {
    const isBare = DATE.test(value.date) && quotes === 'PLAIN'
    return isBare ? value.date : formatValue(value.date, quotes)
  }
  if (String(value).search(UNPRINTABLE) !== -1) return escapedJson(value)
  const [old, current] = (['1.1', '1.2'] as const).map((version) =>
    stringify(value, { ...ONE_LINE, version, defaultStringType: quotes }).replace(/\n$/, ''),
  )
  return old === current && old !== undefined ? old : escapedJson(value)
}

/** Any value in one line of JSON, which is YAML too. */
function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(UNPRINTABLE, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
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
  const expected = { ...readMap(yaml) }
  let text = yaml
  for (const [key, change] of Object.entries(changes)) {
    const value = change === undefined ? null : valueRead(change)
    if (isSame(expected[key] ?? null, value)) continue
    expected[key] = value
    text = patchKey(text, key, change, { order, newline })
  }
  // A construct that has no lines of its own (a map in braces, a tagged value): the block is
  // written from scratch then. Its comments are lost, its values are not.
  return hasValues(text, expected) ? text : written(expected, newlineOf(text, newline))
}

function patchKey(
  text: string,
  key: string,
  change: YamlInput | undefined,
  { order, newline }: Required<PatchOptions>,
): string {
  const pairs = blockPairs(text)
  const pair = pairs.find((one) => keyOf(one) === key)
  if (pair !== undefined && change !== undefined) return withValue(text, pair, change)
  if (pair !== undefined) {
    const start = lineStart(text, rangeOf(pair.key, 0)[0])
    return splice(text, [start, nextLine(text, lastPlaceOf(text, pair))], '')
  }
  if (change === undefined) return text
  const earlier = order.slice(0, Math.max(0, order.indexOf(key))).reverse()
  const places = earlier.map((name) => pairs.find((one) => keyOf(one) === name))
  const after = places.find((one) => one !== undefined) ?? pairs.at(-1)
  const at = after === undefined ? text.length : nextLine(text, lastPlaceOf(text, after))
  const keyStart = rangeOf(after?.key, 0)[0]
  const indent = ' '.repeat(keyStart - lineStart(text, keyStart))
  const own = newlineOf(text, newline)
  const before = at === 0 || text[at - 1] === '\n' ? '' : own
  return splice(text, [at, at], `${before}${indent}${key}: ${formatValue(change)}${own}`)
}

/** The pairs of a map in block style; none for anything else. */
function blockPairs(text: string): Pair[] {
  const { contents } = parseDocument(text, {
    schema: 'failsafe',
    uniqueKeys: false,
    logLevel: 'silent',
  })
  return isMap(contents) && !contents.flow ? contents.items : []
}

/** The new value in the old one's place; what follows it on its line stays. */
function withValue(text: string, pair: Pair, change: YamlInput): string {
  const { value } = pair
  const colon = colonOf(text, pair)
  const [start, end] = rangeOf(value, colon)
  if (start === end) return splice(text, [colon + 1, colon + 1], ` ${formatValue(change)}`)
  if (isSeq(value) && !value.flow && Array.isArray(change) && change.length > 0) {
    const place = [lineStart(text, start), lineEnd(text, trimmedEnd(text, start, end))] as const
    return splice(text, place, blockItems(text, value.items, change))
  }
  const isOnKeysLine = !text.slice(colon, start).includes('\n')
  const place = [isOnKeysLine ? start : colon + 1, trimmedEnd(text, start, end)] as const
  const quotes = isScalar(value) && value.type?.startsWith('QUOTE') ? value.type : 'PLAIN'
  const between = isOnKeysLine ? '' : ' '
  return splice(text, place, between + formatValue(change, quotes as Quotes)) // of the three kinds
}

/** A list with a line for each item: the lines of items that stay are the old ones. */
function blockItems(text: string, items: readonly unknown[], names: readonly string[]): string {
  const first = rangeOf(items[0], 0)[0]
  const dash = text.slice(lineStart(text, first), first)
  const old = new Map<string, string>()
  for (const item of items.filter(isScalar)) {
    const [start, end] = rangeOf(item, 0)
    const line = text.slice(start, lineEnd(text, trimmedEnd(text, start, end)))
    old.set(String(item.value), dash + line)
  }
  const lines = names.map((name) => old.get(name) ?? dash + formatValue(name))
  return lines.join(newlineOf(text, '\n'))
}

function splice(text: string, [start, end]: readonly [number, number], between: string): string {
  return text.slice(0, start) + between + text.slice(end)
}

/** The pair's key, when it is a text. */
function keyOf({ key }: Pair): unknown {
  return isScalar(key) ? key.value : null
}

/** Where a node begins and ends, without what follows it on its line; twice `fallback` without one. */
function rangeOf(node: unknown, fallback: number): readonly [number, number] {
  const range = isScalar(node) || isMap(node) || isSeq(node) ? node.range : null
  return range ? [range[0], range[1]] : [fallback, fallback]
}

function colonOf(text: string, pair: Pair): number {
  return text.indexOf(':', rangeOf(pair.key, 0)[1])
}

/** A place in the last line of the pair. */
function lastPlaceOf(text: string, pair: Pair): number {
  const { value } = pair
  const [start, end] = rangeOf(value, colonOf(text, pair))
  if (start === end) return start
  // The blank lines at the end of a block are part of its value.
  const isBlock = isScalar(value) && value.type?.startsWith('BLOCK')
  if (isBlock) return text[end - 1] === '\n' ? end - 1 : end
  return trimmedEnd(text, start, end)
}

/** `end` without the white space before it. */
function trimmedEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length
}

function lineStart(text: string, index: number): number {
  return index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1
}

/** Where the text of the line ends, before its newline. */
function lineEnd(text: string, index: number): number {
  const newline = text.indexOf('\n', index)
  if (newline === -1) return text.length
  return text[newline - 1] === '\r' ? newline - 1 : newline
}

function nextLine(text: string, index: number): number {
  const newline = text.indexOf('\n', index)
  return newline === -1 ? text.length : newline + 1
}

function valueRead(change: YamlInput): YamlValue {
  if (typeof change === 'boolean') return String(change)
  if (typeof change === 'string') return change
  return 'date' in change ? change.date : [...change]
}

function readMap(yaml: string): YamlMap {
  // The block stands below a line of dashes: a mark of byte order in it is part of its first key.
  const read = loadYaml(`\n${yaml}`)
  return 'value' in read && isYamlMap(read.value) ? read.value : {}
}

/** Whether the text has these values and no others; a key with null is the same as no key. */
function hasValues(text: string, expected: YamlMap): boolean {
  const found = readMap(text)
  const keys = new Set([...Object.keys(found), ...Object.keys(expected)])
  return [...keys].every((key) => isSame(found[key] ?? null, expected[key] ?? null))
}

function isSame(a: YamlValue, b: YamlValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function written(data: YamlMap, newline: Newline): string {
  const lines = Object.entries(data).map(([key, value]) =>
    value === null ? '' : `${formatValue(key)}: ${escapedJson(value)}${newline}`,
  )
  return lines.join('')
}
