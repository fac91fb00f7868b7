/** Reads fields of a content file's YAML. A value of the wrong type throws a `ContentError`. */
import { isGoalNumber, roundedNumber } from '#domain/record/progress.ts'
import { tagKey } from '#domain/tag.ts'
import { cleanLine } from '#domain/texts/control-characters.ts'
import { cutText } from '#domain/texts/excerpt.ts'
import { ContentError, collect, type YamlPath } from './content-error.ts'
import { isYamlMap, typedNumber, type YamlMap, type YamlValue } from './load-yaml.ts'

/** The first of `keys` that has a value. */
export function presentKey(data: YamlMap, keys: readonly string[]): string | null {
  return keys.find((key) => (data[key] ?? '') !== '') ?? null
}

/** A map of YAML, and the text that it was read from. */
export interface YamlSource {
  data: YamlMap
  yaml: string
}

/** The number under a key, rounded to 6 decimals; null without a value. @throws ContentError */
export function numberField({ data, yaml }: YamlSource, key: string): number | null {
  if (presentKey(data, [key]) === null) return null
  // `data` has texts only, in which `"30"` and `30` are the same.
  const number = typedNumber(yaml, key)
  if (number !== null && isGoalNumber(number)) return roundedNumber(number)
  const reason = `'${key}' must be a number like 3.5, without quotes, not ${quoted(data[key])}.`
  throw new ContentError(key, reason)
}

/** What a text must match, and the end of the message after "'x' is". */
export type TextRule = readonly [rule: RegExp | ((text: string) => boolean), what: string]

export const LANGUAGE_RULE: TextRule = [
  /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i,
  "not a language code like 'en' or 'de-AT'",
]

/**
 * The text under the first of `keys` that has a value, in one line; null without one.
 * @throws ContentError for one that breaks the rule
 */
export function textField(
  data: YamlMap,
  keys: string | readonly string[],
  [rule, what]: TextRule = [/^/, ''],
): string | null {
  const key = presentKey(data, [keys].flat())
  if (key === null) return null
  const value = data[key]
  if (typeof value !== 'string') throw new ContentError(key, `'${key}' must be a text.`)
  const text = lineOf(value) || null
  const isValid = text === null || (typeof rule === 'function' ? rule(text) : rule.test(text))
  if (isValid) return text
  throw new ContentError(key, `${quoted(text)} is ${what}.`)
}

/** A text of one line: no control characters, one space between its words. */
export function lineOf(text: string): string {
  return cleanLine(text).replace(/\s+/g, ' ')
}

/** A boolean, also in the words of YAML 1.1; null without a value. */
export function flagField(data: YamlMap, key: string): boolean | null {
  const value = data[key] ?? ''
  if (value === '') return null
  const text = typeof value === 'string' ? value.trim() : ''
  if (/^(?:true|yes|on|1)$/i.test(text)) return true
  if (/^(?:false|no|off|0)$/i.test(text)) return false
  throw new ContentError(key, `'${key}' must be true or false.`)
}

/** Names under any of `keys`, each once ignoring case: a list, or a text separated by commas. */
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
  if (typeof value === 'string') return value.split(',')
  const entries = [value ?? []].flat().filter((entry) => entry !== null)
  if (entries.every((entry) => typeof entry === 'string')) return entries
  throw new ContentError(key, `'${key}' must be a list of names.`)
}

/** One of `choices`, ignoring case; null without a value. @throws ContentError */
export function choiceField<T extends string>(
  data: YamlMap,
  key: string,
  choices: readonly T[],
): T | null {
  const named = (text: string) => choices.find((one) => one.toLowerCase() === text.toLowerCase())
  const rule: TextRule = [(text) => named(text) !== undefined, `none of ${choices.join(', ')}`]
  return named(textField(data, key, rule) ?? '') ?? null
}

/**
 * The usable entries of a list; null without a list.
 * @param path path of the list in its file
 * @param read parses an entry (a bare text is a map with that `name`); throws a ContentError to drop it
 */
export function listField<T>(
  value: YamlValue | undefined,
  { path, faults }: { path: YamlPath; faults: ContentError[] },
  read: (entry: YamlMap, path: YamlPath) => T | null,
): T[] | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value)) {
    faults.push(new ContentError(path, `'${path.at(-1)}' must be a list.`))
    return null
  }
  return value.flatMap((entry, index) => {
    const entryPath = [...path, index]
    const map = isYamlMap(entry) ? entry : { name: entry }
    return collect(faults, () => read(map, entryPath), entryPath) ?? []
  })
}

/** Quotes a value for a message, in one line of at most 60 characters. */
export function quoted(value: YamlValue | undefined): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return `'${cutText(lineOf(text), 60).text}'`
}
