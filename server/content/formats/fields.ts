/**
 * Known keys of a content file, read from its YAML. A value of the wrong shape throws a
 * `FieldFault` that names its place, so that the parsers read straight down.
 */
import { tagKey } from '#domain/tag.ts'
import { cleanLine } from '#domain/texts/control-characters.ts'
import { isYamlMap, type YamlMap, type YamlValue } from './load-yaml.ts'

/** Keys and indexes from the top of a YAML value to a value in it. */
export type YamlPath = readonly (string | number)[]

/** A value that cannot be used. */
export class FieldFault extends Error {
  readonly path: YamlPath

  constructor(path: YamlPath | string, reason: string) {
    super(reason)
    this.name = 'FieldFault'
    this.path = typeof path === 'string' ? [path] : path
  }
}

/**
 * What `read` gives; null where it throws a fault, which is noted instead.
 * @param within the place of the map that is read
 */
export function tolerate<T>(faults: FieldFault[], read: () => T, within: YamlPath = []): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    faults.push(new FieldFault([...within, ...error.path], error.message))
    return null
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

/** `true` or `false` as authors write it, also in the words of YAML 1.1; null without a value. */
export function flagField(data: YamlMap, key: string): boolean | null {
  const value = data[key]
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'string' ? value.trim() : ''
  if (/^(?:true|yes|on|1)$/i.test(text)) return true
  if (/^(?:false|no|off|0)$/i.test(text)) return false
  throw new FieldFault(key, `'${key}' must be true or false.`)
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

/** One of `known`, in any case; null without a value. @throws FieldFault */
export function choiceField<T extends string>(
  data: YamlMap,
  key: string,
  known: readonly T[],
): T | null {
  const text = textField(data, [key])
  const found = known.find((name) => name.toLowerCase() === text?.toLowerCase())
  if (text === null || found !== undefined) return found ?? null
  throw new FieldFault(key, `${quoted(text)} is none of ${known.join(', ')}.`)
}

interface ListReading<T> {
  faults: FieldFault[]
  /** Entries that are read; the others are left out. */
  max: number
  /** Reads an entry, a bare text as a map with that `name`. @throws FieldFault to drop it */
  read: (entry: YamlMap, place: YamlPath) => T | null
  /** Where the list stands, if it is not the value of a key of the file. */
  path?: YamlPath
}

/** The entries of a list that can be used; null where there is none. */
export function listField<T>(
  value: YamlValue | undefined,
  { faults, max, read, path = [] }: ListReading<T>,
): T[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value)) {
    faults.push(
      new FieldFault(path, `${path.length === 0 ? 'This' : `'${path.at(-1)}'`} must be a list.`),
    )
    return null
  }
  return value.slice(0, max).flatMap((entry, index) => {
    const place = [...path, index]
    const map = isYamlMap(entry) ? entry : { name: entry }
    const found = tolerate(faults, () => read(map, place), place)
    return found === null ? [] : [found]
  })
}

/** A value for a sentence: in one line, not longer than 60 characters. */
export function quoted(value: YamlValue | undefined): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ')
  return line.length <= 60 ? `'${line}'` : `'${line.slice(0, 59)}…'`
}
