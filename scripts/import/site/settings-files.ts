/** Settings of other programs, YAML, TOML or JSON, as maps of texts. Code is not run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import {
  isYamlMap,
  loadYaml,
  type YamlMap,
  type YamlValue,
} from '../../../server/content/formats/load-yaml.ts'

/** The first file of this name, with its ending, as a map of texts; empty without one. */
export function readSettings(folder: string, name: string): YamlMap {
  for (const ending of ['toml', 'yaml', 'yml', 'json']) {
    const text = readText(join(folder, `${name}.${ending}`))
    // Through JSON every scalar of TOML becomes one of YAML.
    if (text !== '') return mapOf(yamlValue(ending === 'toml' ? tomlAsJson(text) : text))
  }
  return {}
}

/** The text of a file; empty when it cannot be read. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The first setting that stands in the code of one of these files as a plain text. */
export function settingIn(folder: string, names: readonly string[], setting: RegExp) {
  const texts = names.flatMap((name) =>
    ['js', 'cjs', 'mjs', 'ts'].map((end) => readText(join(folder, `${name}.${end}`))),
  )
  return setting.exec(texts.join('\n'))?.[1] ?? null
}

/** The map with its keys in small letters. */
export const lowerKeys = (map: YamlMap): YamlMap =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key.toLowerCase(), value]))
export const mapOf = (value: YamlValue | undefined): YamlMap => (isYamlMap(value) ? value : {})
export const textOf = (value: YamlValue | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null

function tomlAsJson(text: string): string {
  try {
    return JSON.stringify(parse(text))
  } catch {
    return ''
  }
}

function yamlValue(text: string): YamlValue {
  const read = loadYaml(text)
  return 'value' in read ? read.value : null
}
