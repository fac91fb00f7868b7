/**
 * Changes keys of a YAML map and nothing else: comments, order, quoting and every line of another
 * key stay byte for byte. The text is cut at its keys, and only the lines of a key that changes are
 * written by `yaml`, which would reformat all of them. What comes out is read again and compared
 * with what the values should be.
 */
import { type Document, isMap, isNode, isScalar, isSeq, parseDocument, stringify } from 'yaml'
import { unlessFaulty } from './fault.ts'
import { loadYamlMap, type YamlMap, type YamlValue } from './load-yaml.ts'
import { type Newline, newlineOf, withNewlines } from './text-bytes.ts'

/** A text, a flag, a list of names, or a date that may stand bare. */
export type YamlInput = string | boolean | readonly string[] | { date: string }

/** New values by key; undefined removes the key. */
export type YamlChanges = Readonly<Record<string, YamlInput | undefined>>

/** A date as we write it, and that every reader of dates may take for one. */
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?$/
/** Control characters and line ends, which `yaml` would leave bare or break lines at. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/gu
const STYLE = { lineWidth: 0, blockQuote: false, flowCollectionPadding: false } as const

/** Readers of 1.1 and 1.2 take a value so written for the same; only 1.1 has dates. */
function versionFor(change: YamlInput) {
  const isDate = typeof change === 'object' && 'date' in change && DATE.test(change.date)
  return isDate ? ({ version: '1.2' } as const) : ({ version: '1.1', compat: 'core' } as const)
}

/** The value as one line of YAML. */
export function formatValue(change: YamlInput): string {
  const value = plainValue(change)
  if (String(value).search(UNPRINTABLE) !== -1) return escapedJson(value)
  const style = { ...STYLE, ...versionFor(change), collectionStyle: 'flow' } as const
  return stringify(value, style).replace(/\n$/, '')
}

/** Any value in one line of JSON, which is YAML too. */
function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(UNPRINTABLE, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

function plainValue(change: YamlInput): string | boolean | readonly string[] {
  return typeof change === 'object' && 'date' in change ? change.date : change
}

/**
 * The YAML text of a map with these keys changed, new ones at its end; a key whose value is already
 * the same is left alone.
 * @param newline for a text without one
 */
export function patchYamlMap(yaml: string, changes: YamlChanges, newline: Newline = '\n'): string {
  const expected: YamlMap = { ...readMap(yaml) }
  const parts = cutAtKeys(yaml)
  const own = newlineOf(yaml, newline)
  let isChanged = false
  for (const [key, change] of Object.entries(changes)) {
    const value = change === undefined ? null : valueRead(change)
    if (isSameValue(expected[key], value)) continue
    expected[key] = value
    isChanged = true
    const part = parts.find((one) => one.key === key)
    if (change === undefined) {
      if (part) part.lines = ''
    } else if (part) part.lines = withNewlines(changedLines(part.lines, change), own)
    else addKey(parts, key, `${key}: ${formatValue(change)}${own}`, own)
  }
  if (!isChanged) return yaml
  const text = parts.map(({ lines, after }) => lines + after).join('')
  // A construct that has no lines of its key alone (a map in braces, a tagged key): the block is
  // written from scratch then. Its comments are lost, its values are not.
  return hasValues(text, expected) ? text : written(expected, own)
}

/** A key of a map in block style; what stands before the first one is under ''. */
interface MapPart {
  key: string
  /** The lines of the key and its value. */
  lines: string
  /** Blank lines and comments below them. */
  after: string
}

/** The parts of a map in block style, which together are its text. */
export function cutAtKeys(yaml: string): MapPart[] {
  const { contents } = parseDocument(yaml, { schema: 'failsafe', uniqueKeys: false })
  const pairs = isMap(contents) && !contents.flow ? contents.items : []
  const keys = pairs.flatMap(({ key, value }) => {
    if (!isScalar(key) || !key.range) return []
    const start = yaml.lastIndexOf('\n', key.range[0] - 1) + 1
    const end = (isNode(value) && value.range?.[1]) || key.range[1]
    const newline = yaml.indexOf('\n', end - 1)
    return [{ key: String(key.value), start, end: newline === -1 ? yaml.length : newline + 1 }]
  })
  const parts = keys.map(({ key, start, end }, index) => {
    const next = keys[index + 1]?.start ?? yaml.length
    return { key, lines: yaml.slice(start, end), after: yaml.slice(end, next) }
  })
  return [{ key: '', lines: '', after: yaml.slice(0, keys[0]?.start) }, ...parts]
}

/** A new key below the last one that is there, above the comments at the end. */
function addKey(parts: MapPart[], key: string, lines: string, newline: Newline): void {
  const last = parts.findLastIndex((part) => part.lines !== '')
  // Below the comments where there is no key yet.
  const place = parts[last] ?? { key: '', lines: parts[0]?.after ?? '', after: '' }
  const above =
    place.lines === '' || place.lines.endsWith('\n') ? place.lines : place.lines + newline
  parts.splice(
    Math.max(0, last),
    1,
    { ...place, lines: above, after: '' },
    { ...place, key, lines },
  )
}

/** The key's lines with another value: its quotes and comments stay, and of a list those of its items. */
function changedLines(lines: string, change: YamlInput): string {
  const document: Document = parseDocument(lines, versionFor(change))
  const [pair] = isMap(document.contents) ? document.contents.items : []
  // Left as they are where they make no map alone: the block is written from scratch then.
  if (pair === undefined || document.errors.length > 0) return lines
  const value = plainValue(change)
  const old = pair.value
  if (isScalar(old) && typeof value !== 'object') old.value = value
  else if (isSeq(old) && typeof value === 'object' && value.length > 0) {
    const items = new Map(old.items.map((item) => [isScalar(item) && item.source, item]))
    old.items = value.map((name) => items.get(name) ?? document.createNode(name))
  } else pair.value = document.createNode(value, { flow: true })
  return document.toString(STYLE)
}

function valueRead(change: YamlInput): YamlValue {
  const value = plainValue(change)
  return typeof value === 'object' ? [...value] : String(value)
}

/** What the text of a map says; null where it cannot be read as one. */
export function readMap(yaml: string): YamlMap | null {
  // The block stands below a line of dashes: a mark of byte order in it is part of its first key.
  return unlessFaulty(() => loadYamlMap(`\n${yaml}`, 'This'))
}

/** Whether the text has these values and no others; a key with null is the same as no key. */
export function hasValues(text: string, expected: YamlMap): boolean {
  const found = readMap(text)
  if (found === null) return false
  const keys = new Set([...Object.keys(found), ...Object.keys(expected)])
  return [...keys].every((key) => isSameValue(found[key], expected[key]))
}

/** Whether two values of a key are the same; none is the same as an empty one. */
export function isSameValue(a: YamlValue | undefined, b: YamlValue | undefined): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

function written(data: YamlMap, newline: Newline): string {
  const lines = Object.entries(data).map(([key, value]) =>
    value === null ? '' : `${formatValue(key)}: ${escapedJson(value)}${newline}`,
  )
  return lines.join('')
}
