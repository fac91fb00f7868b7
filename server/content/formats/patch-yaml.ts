/**
 * Changes keys of a YAML map and nothing else: comments, order, quoting and every line of another
 * key stay byte for byte. The text is cut at its keys and put together again, never dumped, since
 * dumping rewrites `0123` and indentation even where nothing changed. What comes out is read again
 * and compared with what the values should be.
 */
import { stringify } from 'yaml'
import { isYamlMap, loadYaml, type YamlMap, type YamlValue } from './load-yaml.ts'
import { type Newline, newlineOf } from './text-bytes.ts'

/** A text, a flag, a list of names, or a date that may stand bare. */
export type YamlInput = string | boolean | readonly string[] | { date: string }

/** New values by key; undefined removes the key. */
export type YamlChanges = Readonly<Record<string, YamlInput | undefined>>

interface PatchOptions {
  /** Where a new key goes: after the nearest key before it in this list, else at the end. */
  order?: readonly string[]
  /** For a text without a newline. */
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
    } else if (part) part.lines = withValue(part, change, own)
    else addKey(parts, { key, change }, { order, newline: own })
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
  /** Where the value may begin. */
  valueStart: number
  /** The lines of the key and its value. */
  lines: string
  /** Blank lines and comments below them. */
  after: string
}

const QUOTED_KEY = /^(?:"([^"\\]+)"|'([^']+)')[ \t]*:(?=\s|$)/
const NO_PLAIN_KEY = /^(?:[\s#"'?&*!|>%@`{}[\],]|-\s)/
/** A block of text that the blank lines below it belong to. */
const KEEPS_BLANKS = /[ \t][|>]\d?\+/

/** The parts of a map in block style, which together are its text. */
export function cutAtKeys(yaml: string): MapPart[] {
  const [, indent = ''] = /^(?:[ \t]*(?:#.*)?\r?\n)*( *)/.exec(yaml) ?? []
  let part: MapPart = { key: '', valueStart: 0, lines: '', after: '' }
  let isAfter = /(?!)/
  const parts = [part]
  for (const line of yaml.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const found = line.startsWith(indent) ? keyIn(line.slice(indent.length)) : null
    if (found !== null) {
      part = { key: found.key, valueStart: indent.length + found.end, lines: line, after: '' }
      parts.push(part)
      isAfter = KEEPS_BLANKS.test(line) ? /^(?:#|\.{3})/ : /^(?:#|\.{3}|\s*$)/
    } else if (isAfter.test(line)) part.after += line
    else {
      part.lines += part.after + line
      part.after = ''
    }
  }
  return parts
}

/** The key that a line begins with, and where its colon ends; null without one. */
function keyIn(line: string): { key: string; end: number } | null {
  const quoted = QUOTED_KEY.exec(line)
  if (quoted) return { key: quoted[1] ?? quoted[2] ?? '', end: quoted[0].length }
  const colon = NO_PLAIN_KEY.test(line) ? -1 : line.search(/:(?=\s|$)/)
  return colon < 1 ? null : { key: line.slice(0, colon).trimEnd(), end: colon + 1 }
}

/** A new key below the nearest one before it in the order, else at the end. */
function addKey(
  parts: MapPart[],
  { key, change }: { key: string; change: YamlInput },
  { order, newline }: Required<PatchOptions>,
): void {
  const earlier = order.slice(0, Math.max(0, order.indexOf(key))).reverse()
  const present = parts.filter(({ key: name, lines }) => name !== '' && lines !== '')
  const before = earlier.map((name) => present.find((one) => one.key === name)).find(Boolean)
  const place = before ?? present.at(-1) ?? parts[0]
  if (place === undefined) return
  const text = place.lines
  const indent = place.key === '' ? '' : (/^ */.exec(text)?.[0] ?? '')
  const end = text === '' || text.endsWith('\n') ? '' : newline
  place.lines = text + end
  const lines = `${indent}${key}: ${formatValue(change)}${newline}`
  parts.splice(parts.indexOf(place) + 1, 0, {
    ...{ key, lines, after: place.after },
    valueStart: indent.length + key.length + 1,
  })
  place.after = ''
}

/** A text in quotes or a list in brackets; each quote can be read in one way, so this takes one pass. */
const QUOTED = /^(?:"(?:[^"\\]|\\.)*"|(?:'[^']*')+|\[(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\]"'])*\])/
const QUOTES: Readonly<Record<string, Quotes>> = { '"': 'QUOTE_DOUBLE', "'": 'QUOTE_SINGLE' }

/** The key's lines with another value; of one line, what follows the old value stays. */
function withValue({ lines, valueStart }: MapPart, change: YamlInput, newline: Newline): string {
  const key = lines.slice(0, valueStart)
  const rest = lines.slice(valueStart)
  const [first = '', ...items] = rest.split(/(?<=\n)/)
  if (items.length > 0) {
    const comments = items.findIndex((line) => !isBlank(line))
    const isList = isBlank(first) && /^ *-\s/.test(items[comments] ?? '')
    if (!isList || !Array.isArray(change) || change.length === 0) {
      return `${key} ${formatValue(change)}${newline}`
    }
    const before = [key, first, ...items.slice(0, comments)].join('')
    return before + changedItems(items.slice(comments), change, newline)
  }
  const value = first.trimStart()
  const start = first.length - value.length
  const comment = value.search(/(?:^|\s)#/)
  const plain = value.slice(0, comment === -1 ? undefined : comment).trimEnd()
  const old = QUOTED.exec(value)?.[0] ?? plain
  if (old === '') return `${key} ${formatValue(change)}${first}`
  const quotes = QUOTES[old[0] ?? ''] ?? 'PLAIN'
  return key + first.slice(0, start) + formatValue(change, quotes) + value.slice(old.length)
}

const isBlank = (line: string) => /^\s*(?:#|$)/.test(line)

/** A list with a line for each item: the lines of items that stay are the old ones. */
function changedItems(items: string[], names: readonly string[], newline: Newline): string {
  const dash = /^ *-\s+/.exec(items[0] ?? '')?.[0] ?? '- '
  const old = new Map<string, string>()
  for (const item of items) {
    const read = loadYaml(item.trim())
    const [name] = 'value' in read && Array.isArray(read.value) ? read.value : []
    if (typeof name === 'string') old.set(name, item.trimEnd())
  }
  const lines = names.map((name) => old.get(name) ?? dash + formatValue(name))
  return lines.map((line) => line + newline).join('')
}

function valueRead(change: YamlInput): YamlValue {
  if (typeof change === 'boolean') return String(change)
  if (typeof change === 'string') return change
  return 'date' in change ? change.date : [...change]
}

/** What the text of a map says; null where it cannot be read as one. */
export function readMap(yaml: string): YamlMap | null {
  // The block stands below a line of dashes: a mark of byte order in it is part of its first key.
  const read = loadYaml(`\n${yaml}`)
  if (!('value' in read)) return null
  return read.value === null ? {} : isYamlMap(read.value) ? read.value : null
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
