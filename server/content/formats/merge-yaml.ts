/**
 * Merges two changed versions of a YAML map key by key, as text: each key's lines are taken whole
 * from one side, so comments and quoting survive.
 */
import type { YamlMap } from './load-yaml.ts'
import type { MergeTexts } from './merge-files.ts'
import { cutAtKeys, hasValues, isSameValue, readMap } from './patch-yaml.ts'
import { STAMP_KEYS } from './post-fields.ts'

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
  if (key === '' || isSameValue(mine, other)) return 'theirs'
  // Every save writes it: of two times the later is when the text was last edited.
  if (STAMP_KEYS.has(key)) {
    return Date.parse(String(mine)) > Date.parse(String(other)) ? 'ours' : 'theirs'
  }
  return null
}

/** The lines of each key, with the comments below them. */
function linesByKey(yaml: string): Map<string, string> {
  return new Map(
    cutAtKeys(yaml).map(({ key, lines, after }) => {
      const text = lines + after
      return [key, text === '' || text.endsWith('\n') ? text : `${text}\n`]
    }),
  )
}

/** The map with both changes in it; null when both changed one key, or it cannot be told. */
export function mergeYamlMaps(sides: MergeTexts): string | null {
  const [from, mine, other] = [readMap(sides.base), readMap(sides.ours), readMap(sides.theirs)]
  if (!from || !mine || !other) return null
  const [base, ours] = [linesByKey(sides.base), linesByKey(sides.ours)]
  const merged = linesByKey(sides.theirs)
  const expected: YamlMap = { ...other }
  for (const key of new Set([...ours.keys(), ...merged.keys(), ...base.keys()])) {
    const texts = { base: base.get(key), ours: ours.get(key), theirs: merged.get(key) }
    const side = chooseSide(key, texts, { ours: mine, theirs: other })
    if (side === null) return null
    if (side === 'theirs') continue
    if (texts.ours === undefined) merged.delete(key)
    else merged.set(key, texts.ours)
    expected[key] = mine[key] ?? null
  }
  const text = [...merged.values()].join('')
  return hasValues(text, expected) ? text : null
}
