/**
 * Loads YAML as plain data. Every scalar is text as written, so that a date, `0123` or `1e3` as a
 * title does not change; empty values are null. No aliases, tags or duplicate keys; bounded depth.
 * The browser build of js-yaml is faster: in Node 20 every spread of the other makes a hidden class.
 */
import { CORE_SCHEMA, FAILSAFE_SCHEMA, load, nullCoreTag, YAMLException } from 'js-yaml/browser'
import { ContentError } from './content-error.ts'

export type YamlValue = string | null | YamlValue[] | YamlMap
export interface YamlMap {
  [key: string]: YamlValue
}

const DEPTH_MAX = 20
const OPTIONS = {
  schema: FAILSAFE_SCHEMA.withTags(nullCoreTag),
  maxAliases: 0,
  maxDepth: DEPTH_MAX,
}

/** The value of one YAML document; null for a text of only comments. @throws ContentError */
export function loadYaml(text: string): YamlValue {
  try {
    // The schema makes only texts, nulls, lists and maps.
    return load(text, OPTIONS) as YamlValue
  } catch (error) {
    if (isBlank(text)) return null
    throw yamlFault(error, text)
  }
}

/** The value of a key of a readable map if YAML takes it for a number, else null. */
export function typedNumber(yaml: string, key: string): number | null {
  const data = load(yaml, { ...OPTIONS, schema: CORE_SCHEMA })
  const value: unknown = Object(data)[key]
  return typeof value === 'number' ? value : null
}

/** A document that is a map or empty. @param noun as in 'The site' @throws ContentError */
export function loadYamlMap(text: string, noun: string): YamlMap {
  const top = loadYaml(text) ?? {}
  if (isYamlMap(top)) return top
  throw new ContentError([], `${noun} must be a list of \`key: value\` lines.`)
}

/** Whether the value is a map, the shape of front matter and of most files. */
export function isYamlMap(value: YamlValue | undefined): value is YamlMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isBlank(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(?:#|$)/.test(line))
}

function yamlFault(error: unknown, text: string): unknown {
  if (error instanceof RangeError) return new ContentError(null, 'This YAML is nested too deep.')
  if (!(error instanceof YAMLException)) return error
  const line = error.mark === undefined ? null : error.mark.line + 1
  const written = line === null ? '' : (text.split('\n')[line - 1] ?? '')
  return new ContentError(line, `This is not valid YAML: ${describe(error.reason, written)}.`)
}

/** Messages of the parser, reworded for an author. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/maxAliases/, 'aliases (*name) are not read'],
  [/maxDepth/, `it is nested deeper than ${DEPTH_MAX} levels`],
  [/duplicated mapping key/, 'a key is there twice'],
  [/deficient indentation/, 'a bracket or quote is not closed before this line'],
  [/^unknown \w+ tag/, 'tags like this one (!…) are not read'],
  [/valid JSON character|non-printable/, 'there is a control character in it'],
  [/single document in the stream/, 'it has more than one document'],
]

/** `title: One: two`, which YAML reads as a nested map. */
const BARE_COLON = /^\s*(?:- )?([\w-]+):\s+[^"'[{|>\s].*:(?:\s|$)/

function describe(reason: string, line: string): string {
  const [, key] = BARE_COLON.exec(line) ?? []
  if (key !== undefined && reason.startsWith('bad indentation')) {
    return `a ${key} with a colon needs quotes, as in ${key}: "One: two"`
  }
  return REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? reason
}
