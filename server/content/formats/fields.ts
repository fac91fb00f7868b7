/** Known keys of a content file, read from its YAML. A value of the wrong shape throws a `Fault`. */
import { tagKey } from '#domain/tag.ts'
import { cleanLine } from '#domain/texts/control-characters.ts'
import { Fault, tolerate, type YamlPath } from './fault.ts'
import { isYamlMap, type YamlMap, type YamlValue } from './load-yaml.ts'

/** The first of `keys` that has a value. */
export function presentKey(data: YamlMap, keys: readonly string[]): string | null {
  return keys.find((key) => (data[key] ?? '') !== '') ?? null
}

/** The text under the first of `keys` that has a value, in one line; null without one. */
export function textField(data: YamlMap, keys: readonly string[]): string | null {
  const key = presentKey(data, keys)
  if (key === null) return null
  const value = data[key]
  if (typeof value !== 'string') throw new Fault(key, `'${key}' must be a text.`)
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
  throw new Fault(key, `'${key}' must be true or false.`)
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
  throw new Fault(key, `'${key}' must be a list of names.`)
}

/** One of `known`, in any case; null without a value. @throws Fault */
export function choiceField<T extends string>(
  data: YamlMap,
  key: string,
  known: readonly T[],
): T | null {
  const text = textField(data, [key])
  const found = known.find((name) => name.toLowerCase() === text?.toLowerCase())
  if (text === null || found !== undefined) return found ?? null
  throw new Fault(key, `${quoted(text)} is none of ${known.join(', ')}.`)
}

/**
 * The entries of a list that can be used; null where there is none.
 * @param path where the list is in its file
 * @param read reads an entry, a bare text as a map with that `name`; throws a Fault to drop it
 */
export function listField<T>(
  value: YamlValue | undefined,
  { path, faults }: { path: YamlPath; faults: Fault[] },
  read: (entry: YamlMap, path: YamlPath) => T | null,
): T[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value)) {
    faults.push(new Fault(path, `'${path.at(-1)}' must be a list.`))
    return null
  }
  return value.flatMap((entry, index) => {
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
