/**
 * Known keys of a content file, read from its YAML. A value of the wrong shape throws a
 * `FieldFault` that names its key, so that the parsers read straight down.
 */

import { tagKey } from '#domain/tag.ts'
import { cleanLine } from '#domain/texts/control-characters.ts'
import type { YamlMap, YamlValue } from './yaml/load-yaml.ts'

/** A key whose value cannot be used; caught by the parser of the file. */
export class FieldFault extends Error {
  readonly key: string

  constructor(key: string, reason: string) {
    super(reason)
    this.name = 'FieldFault'
    this.key = key
  }
}

/** The first of `keys` that has a value. */
export function presentKey(data: YamlMap, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = data[key]
    if (value !== undefined && value !== null && value !== '') return key
  }
  return null
}

/** The text under the first of `keys` that has a value, in one line; null without one. */
export function textField(data: YamlMap, keys: readonly string[]): string | null {
  const key = presentKey(data, keys)
  if (key === null) return null
  const value = data[key]
  if (typeof value !== 'string') throw new FieldFault(key, `'${key}' must be a text.`)
  return lineOf(value) || null
}

/** A text of one line: no control characters, one space between its words. */
export function lineOf(text: string): string {
  return cleanLine(text).replace(/\s+/g, ' ')
}

/** `true` or `false` as authors write it; null without a value. */
export function flagField(data: YamlMap, key: string): boolean | null {
  const value = data[key]
  if (value === undefined || value === null || value === '') return null
  const flag = typeof value === 'string' ? readFlag(value.trim()) : null
  if (flag === null) throw new FieldFault(key, `'${key}' must be true or false.`)
  return flag
}

/** A flag that decides who may read a post: one that is there has to have a value. */
export function stateField(data: YamlMap, key: string): boolean | null {
  const flag = flagField(data, key)
  if (flag !== null || data[key] === undefined) return flag
  throw new FieldFault(key, `'${key}' must be true or false.`)
}

/** A flag's text, also the spellings of YAML 1.1; null when it is none. */
function readFlag(text: string): boolean | null {
  if (/^(?:true|yes|on|1)$/i.test(text)) return true
  return /^(?:false|no|off|0)$/i.test(text) ? false : null
}

/**
 * Names under any of `keys`, each once without regard to case. A list has one name an entry, one
 * text has them between commas; an empty one is dropped.
 */
export function namesField(data: YamlMap, keys: readonly string[]): string[] {
  const names = new Map<string, string>()
  for (const key of keys) {
    for (const name of namesOf(key, data[key])) {
      const line = lineOf(name)
      if (line !== '' && !names.has(tagKey(line))) names.set(tagKey(line), line)
    }
  }
  return [...names.values()]
}

function namesOf(key: string, value: YamlValue | undefined): readonly string[] {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return value.split(',')
  const entries = Array.isArray(value) ? value.filter((entry) => entry !== null) : [value]
  if (entries.every((entry) => typeof entry === 'string')) return entries
  throw new FieldFault(key, `'${key}' must be a list of names.`)
}

/** The 1-based line of a top-level key in YAML text; null when it does not stand in plain sight. */
export function lineOfKey(yaml: string, key: string): number | null {
  const index = yaml.split('\n').findIndex((line) => {
    const name = line.slice(0, Math.max(0, line.indexOf(':'))).trimEnd()
    return name === key || name === `'${key}'` || name === `"${key}"`
  })
  return index === -1 ? null : index + 1
}
