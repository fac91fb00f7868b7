/** Front matter between `---` (YAML) or `+++` (TOML), as one kind of data: texts, lists and maps. */
import { parse, TomlDate, TomlError } from 'smol-toml'
import { splitFrontMatter } from '../../../server/content/formats/front-matter.ts'
import type { YamlMap, YamlValue } from '../../../server/content/formats/load-yaml.ts'

const TOML = /^\+\+\+[ \t]*\n([\s\S]*?)^\+\+\+[ \t]*(?:\n|$)/m

/** The data and what follows it, or the reason why it cannot be read. */
export function readFrontMatter(
  text: string,
): { data: YamlMap; body: string } | { reason: string } {
  if (!text.startsWith('+++')) return splitFrontMatter(text)
  const block = TOML.exec(text)
  if (block?.index !== 0) return { reason: 'The TOML front matter has no closing line of `+++`.' }
  try {
    // TOML always has a table at its top.
    const data = plain(parse(block[1] ?? '')) as YamlMap
    return { data, body: text.slice(block[0].length) }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    return { reason: `This is not valid TOML, in line ${error.line + 1}.` }
  }
}

/** Values as the reader of YAML gives them: every scalar the text that was written. */
function plain(value: unknown): YamlValue {
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof TomlDate) return value.toISOString()
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, plain(entry)]))
}
