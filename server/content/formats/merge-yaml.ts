/**
 * Merges two changed versions of a YAML map key by key, as text: each key's lines are taken whole
 * from one side, so comments and quoting survive. What comes out is read again and compared with
 * what the values should be; a text that cannot be cut at its keys is no merge.
 */

import { isYamlMap, loadYaml, type YamlMap, type YamlValue } from './load-yaml.ts'
import type { MergeTexts } from './merge-files.ts'
import { STAMP_KEYS } from './post-fields.ts'

/** A plain key ends in no blank, so that a run of them is read once. */
const KEY_LINE =
  /^(?:"([^"\\]+)"|'([^']+)'|([^\s#"'?&*!|>%@`{}[\],-](?:[^:#]*[^:# \t])?))[ \t]*:(?=\s|$)/

/** The lines of each key, in order; what stands before the first one is under ''. */
function cutAtKeys(yaml: string): Map<string, string> {
  const parts = new Map<string, string>([['', '']])
  let key = ''
  for (const line of yaml.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const found = KEY_LINE.exec(line)
    if (found) key = found[1] ?? found[2] ?? found[3] ?? ''
    const whole = line.endsWith('\n') ? line : `${line}\n`
    parts.set(key, (parts.get(key) ?? '') + whole)
  }
  return parts
}

function readMap(yaml: string): YamlMap | null {
  const read = loadYaml(yaml)
  if (!('value' in read)) return null
  return read.value === null ? {} : isYamlMap(read.value) ? read.value : null
}

const isSame = (a: YamlValue | undefined, b: YamlValue | undefined) =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Which side's lines a key gets; null when both changed it in different ways. */
function chooseSide(
  key: string,
  texts: { base: string | undefined; ours: string | undefined; theirs: string | undefined },
  values: { ours: YamlMap; theirs: YamlMap },
): 'ours' | 'theirs' | null {
  const { base, ours, theirs } = texts
  if (ours === theirs || ours === base) return 'theirs'
  if (theirs === base) return 'ours'
  const [mine, other] = [values.ours[key], values.theirs[key]]
  if (key === '' || isSame(mine, other)) return 'theirs'
  // Every save writes it: of two times the later is when the text was last edited.
  if (STAMP_KEYS.has(key)) {
    return Date.parse(String(mine)) > Date.parse(String(other)) ? 'ours' : 'theirs'
  }
  return null
}

/** The map with both changes in it; null when both changed one key, or it cannot be told. */
export function mergeYamlMaps({ base, ours, theirs }: MergeTexts): string | null {
  const [from, mine, other] = [base, ours, theirs].map(readMap)
  if (!from || !mine || !other) return null
  const [old, own, their] = [base, ours, theirs].map(cutAtKeys)
  if (!old || !own || !their) return null
  const merged = new Map(their)
  const expected: YamlMap = { ...other }
  for (const key of new Set([...own.keys(), ...their.keys(), ...old.keys()])) {
    const texts = { base: old.get(key), ours: own.get(key), theirs: their.get(key) }
    const side = chooseSide(key, texts, { ours: mine, theirs: other })
    if (side === null) return null
    if (side === 'theirs') continue
    const text = own.get(key)
    if (text === undefined) merged.delete(key)
    else merged.set(key, text)
    const value = mine[key]
    if (value === undefined) delete expected[key]
    else expected[key] = value
  }
  const text = [...merged.values()].join('')
  const read = readMap(text)
  const isAsExpected =
    read !== null &&
    [...new Set([...Object.keys(read), ...Object.keys(expected)])].every((key) =>
      isSame(read[key], expected[key]),
    )
  return isAsExpected ? text : null
}
