/** Files of settings of other programs, YAML, TOML or JSON, as maps of texts. What is code is not run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import {
  isYamlMap,
  loadYaml,
  type YamlMap,
  type YamlValue,
} from '../../../server/content/formats/yaml/load-yaml.ts'

/** The endings of such files; of two with one name the earlier one counts. */
export const SETTINGS_ENDINGS = ['toml', 'yaml', 'yml', 'json'] as const

/** A file of settings as a map of texts; empty when it is not there or cannot be read. */
export function readMap(folder: string, name: string): YamlMap {
  const text = readText(join(folder, name))
  if (text === '') return {}
  if (!name.endsWith('.toml')) return mapOf(yamlValue(text))
  try {
    // Through JSON every scalar of TOML becomes one of YAML.
    return mapOf(yamlValue(JSON.stringify(parse(text))))
  } catch {
    return {}
  }
}

/** The first setting that stands in the code of one of these files as a plain text. */
export function settingIn(folder: string, names: readonly string[], setting: RegExp) {
  for (const name of names) {
    const found = setting.exec(readText(join(folder, name)))?.[1]
    if (found !== undefined) return found
  }
  return null
}

/** The text of a file; empty when it cannot be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The map with its keys in small letters. */
export const lowerKeys = (map: YamlMap): YamlMap =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key.toLowerCase(), value]))
export const mapOf = (value: YamlValue | undefined): YamlMap => (isYamlMap(value) ? value : {})
export const listOf = (value: YamlValue | undefined): YamlValue[] =>
  Array.isArray(value) ? value : []
export const textOf = (value: YamlValue | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null

function yamlValue(text: string): YamlValue {
  const read = loadYaml(text)
  return 'value' in read ? read.value : null
}
