/**
 * Changes keys of a YAML map; all other lines stay byte for byte: the text is cut at its keys, and
 * only lines of changed keys are written by `yaml`, which would reformat the rest.
 */
import { type Document, isMap, isNode, isScalar, isSeq, parseDocument, stringify } from 'yaml'
import { orNull } from './content-error.ts'
import { loadYamlMap, type YamlMap, type YamlValue } from './load-yaml.ts'
import { type Newline, newlineOf, withNewlines } from './text-bytes.ts'

/** A text, a boolean, a number, a list of names, or a date, which needs no quotes. */
export type YamlInput = string | boolean | number | readonly string[] | { date: string }

/** New values by key; undefined removes the key. */
export type YamlChanges = Readonly<Record<string, YamlInput | undefined>>

/** A number as we write it: without quotes, in which it is none. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
/** A date in the form that we write. */
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?$/
/** Control characters and line ends, which `yaml` leaves unescaped or breaks lines at. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/gu
/** What a block of lines cannot have: control characters, blanks at the end of a line. */
const BLOCK_FAULT = /[^\P{Cc}\n]|[\u2028\u2029\ufeff\ufffe\uffff]|[^\S\n]$/mu
const STYLE = { lineWidth: 0, blockQuote: false, flowCollectionPadding: false } as const

/** Quotes what YAML 1.1 or 1.2 would not read as text, but no date, which 1.2 does not know. */
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

function plainValue(change: YamlInput): Exclude<YamlInput, { date: string }> {
  return typeof change === 'object' && 'date' in change ? change.date : change
}

/** Changes keys, and appends new ones; equal values keep their lines. @param newline without one */
export function patchYamlMap(yaml: string, changes: YamlChanges, newline: Newline = '\n'): string {
  const expected: YamlMap = { ...readMap(yaml) }
  const parts = cutAtKeys(yaml)
  const eol = newlineOf(yaml, newline)
  let isChanged = false
  for (const [key, change] of Object.entries(changes)) {
    const value = change === undefined ? null : parsedValue(change)
    if (isSameValue(expected[key], value)) continue
    expected[key] = value
    isChanged = true
    const part = parts.find((one) => one.key === key)
    if (part) {
      part.lines = change === undefined ? '' : withNewlines(patchLines(part.lines, change), eol)
    } else if (change !== undefined) {
      const last = parts.at(-1)
      if (last && /[^\n]$/.test(last.lines + last.after)) last.after += eol
      const lines = hasProse(change)
        ? patchLines(`${key}:\n`, change)
        : `${key}: ${formatValue(change)}\n`
      parts.push({ key, lines: withNewlines(lines, eol), after: '' })
    }
  }
  if (!isChanged) return yaml
  const text = parts.map(({ lines, after }) => lines + after).join('')
  // A map whose keys have no separate lines (in braces, or with a tagged key) is rewritten: its
  // values stay, its comments are lost.
  return hasValues(text, expected) ? text : writeMap(expected, eol)
}

/** A key of a map in block style; the text before the first key is under ''. */
interface MapPart {
  key: string
  /** The lines of the key and its value. */
  lines: string
  /** Blank lines and comments below them. */
  after: string
}

/** Splits the text of a map in block style at its keys. */
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

/** Whether a value is a text of several lines that YAML can have as they are. */
function hasProse(change: YamlInput): change is string {
  return (
    typeof change === 'string' && /^\S.*(?:\n+\S.*)+$/.test(change) && !BLOCK_FAULT.test(change)
  )
}

/** A key's lines with a new value; quotes and comments stay, also those of a list's items. */
function patchLines(lines: string, change: YamlInput): string {
  const document: Document = parseDocument(lines, versionFor(change))
  const [pair] = isMap(document.contents) ? document.contents.items : []
  // Lines that are no map by themselves stay: `patchYamlMap` then rewrites the block.
  if (pair === undefined || document.errors.length > 0) return lines
  const value = plainValue(change)
  const old = pair.value
  if (isScalar(old) && typeof value !== 'object') {
    old.value = value
    // Else a number gets the notation of the old one.
    delete old.format
    delete old.minFractionDigits
    if (hasProse(change)) old.type = 'BLOCK_LITERAL'
  } else if (isSeq(old) && typeof value === 'object' && value.length > 0) {
    const items = new Map(old.items.map((item) => [isScalar(item) && item.source, item]))
    old.items = value.map((name) => items.get(name) ?? document.createNode(name))
  } else pair.value = document.createNode(value, { flow: true })
  return document.toString(hasProse(change) ? { ...STYLE, blockQuote: 'literal' } : STYLE)
}

function parsedValue(change: YamlInput): YamlValue {
  const value = plainValue(change)
  return typeof value === 'object' ? [...value] : String(value)
}

/** Parses the text of a map; null when it is none. */
export function readMap(yaml: string): YamlMap | null {
  // In a file the block follows a line of dashes, so a byte order mark belongs to its first key.
  return orNull(() => loadYamlMap(`\n${yaml}`, 'This'))
}

/** Whether the text has exactly these values; a null value equals a missing key. */
export function hasValues(text: string, expected: YamlMap): boolean {
  const values = readMap(text)
  if (values === null) return false
  const keys = new Set([...Object.keys(values), ...Object.keys(expected)])
  return [...keys].every((key) => isSameValue(values[key], expected[key]))
}

/** Whether two values are equal; a missing one equals null. */
export function isSameValue(a: YamlValue | undefined, b: YamlValue | undefined): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

function writeMap(data: YamlMap, newline: Newline): string {
  const lines = Object.entries(data).map(([key, value]) => {
    if (value === null) return ''
    const isNumber = typeof value === 'string' && NUMBER.test(value)
    return `${formatValue(key)}: ${isNumber ? value : escapedJson(value)}${newline}`
  })
  return lines.join('')
}
