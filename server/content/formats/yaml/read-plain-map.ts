/**
 * The front matter that nearly every post has, `key: plain value` lines, read without a YAML
 * parser: at the start of a large site the parser would be most of the time. Whatever is not
 * plainly of this form is left to it; a property test holds the two to the same values.
 */
import type { YamlMap, YamlValue } from './load-yaml.ts'

// No tabs, no control characters, nothing that YAML takes for a newline or refuses.
const PLAIN_TEXT = /^[\n\x20-\x7e\u00a1-\u2027\u202a-\ufefe\uff00-\ufffd]*$/
const KEY_LINE = /^([a-z][\w-]*):(?: +(.*))?$/
const PLAIN_VALUE = /^[A-Za-z0-9\u00a1-\u2027\u202a-\ud7ff]/
const NULL_WORD = /^(?:null|Null|NULL)$/
const PLAIN_LIST = /^\[([^[\]{}:#&*!|>'"%@`]*(?: & [^[\]{}:#&*!|>'"%@`]*)*)\]$/
const PLAIN_ITEM = /^[A-Za-z0-9\u00a1-\u2027\u202a-\ud7ff]/

/** The map of a YAML text of plain lines; null for any text that is not certainly one. */
export function readPlainMap(yaml: string): YamlMap | null {
  if (!PLAIN_TEXT.test(yaml)) return null
  const map: YamlMap = {}
  for (const line of yaml.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const match = KEY_LINE.exec(line)
    const key = match?.[1]
    if (key === undefined || key === 'null' || Object.hasOwn(map, key)) return null
    const value = readPlainValue((match?.[2] ?? '').trimEnd())
    if (value === undefined) return null
    map[key] = value
  }
  return map
}

/** Undefined for what is not plain. */
function readPlainValue(text: string): YamlValue | undefined {
  if (text === '') return null
  const first = text[0]
  if (first === '"') return /^"[^"\\]*"$/.test(text) ? text.slice(1, -1) : undefined
  if (first === "'") return /^'[^']*'$/.test(text) ? text.slice(1, -1) : undefined
  if (first === '[') return readPlainList(text)
  if (!PLAIN_VALUE.test(text) || text.includes(': ') || text.includes(' #')) return undefined
  if (text.endsWith(':')) return undefined
  return NULL_WORD.test(text) ? null : text
}

function readPlainList(text: string): YamlValue[] | undefined {
  const inside = PLAIN_LIST.exec(text)?.[1]
  if (inside === undefined) return undefined
  if (inside.trim() === '') return []
  const items = inside.split(',').map((item) => item.trim())
  if (!items.every((item) => PLAIN_ITEM.test(item))) return undefined
  return items.map((item) => (NULL_WORD.test(item) ? null : item))
}
