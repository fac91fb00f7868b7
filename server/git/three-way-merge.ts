/**
 * Line merge of two texts that came from one. Pure, for saves that started from an older revision
 * and for undoing a commit.
 */
import { diff3Merge } from 'node-diff3'

/** Beyond this many lines that differ, a merge could take seconds: it is refused as a conflict. */
const DIFFERING_LINES_MAX = 5_000

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Lines that all three share at the start. */
function sharedLength(texts: readonly (readonly string[])[]): number {
  const [first = [], ...others] = texts
  const at = first.findIndex((line, n) => others.some((lines) => lines[n] !== line))
  return at < 0 ? first.length : at
}

/**
 * Merges what `ours` and `theirs` each changed in `base`. When both changed the same place in
 * different ways, `clean` is false and `text` is `ours`.
 */
export function threeWayMerge(
  base: string,
  ours: string,
  theirs: string,
): { clean: boolean; text: string } {
  if (ours === theirs || theirs === base) return { clean: true, text: ours }
  if (ours === base) return { clean: true, text: theirs }
  const all = [ours, base, theirs].map(linesOf)
  const start = sharedLength(all)
  // One shared line of context stays, so that neighbouring changes are seen as such.
  const [a = [], o = [], b = []] = all.map((lines) => lines.slice(Math.max(0, start - 1)))
  const end = sharedLength([a, o, b].map((lines) => lines.toReversed()))
  const shortest = Math.min(a.length, o.length, b.length)
  const kept = Math.max(0, Math.min(end, shortest) - 1)
  const cut = (lines: string[]) => lines.slice(0, lines.length - kept)
  if (Math.max(a.length, o.length, b.length) - kept > DIFFERING_LINES_MAX) {
    return { clean: false, text: ours }
  }
  const merged: string[] = []
  for (const part of diff3Merge(cut(a), cut(o), cut(b), { excludeFalseConflicts: true })) {
    if (part.ok === undefined) return { clean: false, text: ours }
    merged.push(...part.ok)
  }
  const lines = [...(all[0] ?? []).slice(0, Math.max(0, start - 1)), ...merged]
  return { clean: true, text: [...lines, ...a.slice(a.length - kept)].join('') }
}
