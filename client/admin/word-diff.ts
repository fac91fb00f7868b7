/** What changed between two texts, word by word, for a person to read. Pure. */
import { diffComm } from 'node-diff3'

export interface DiffPart {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Longer stretches are compared by lines alone: comparing words costs their product. */
const WORDS_MAX = 3000
/** Texts that differ in more lines than this are shown whole, one after the other. */
const LINES_MAX = 4000

const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const wordsOf = (text: string) => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []

/** The parts of both texts in reading order; neighbours differ in kind. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const parts = compare(linesOf(before), linesOf(after), LINES_MAX).flatMap((piece) => {
    if (piece.same !== undefined) return [{ kind: 'same' as const, text: piece.same }]
    return compare(wordsOf(piece.removed), wordsOf(piece.added), WORDS_MAX).flatMap(changeParts)
  })
  return joined(parts)
}

type Piece =
  | { same: string; removed?: undefined; added?: undefined }
  | { same?: undefined; removed: string; added: string }

function changeParts(piece: Piece): DiffPart[] {
  if (piece.same !== undefined) return [{ kind: 'same', text: piece.same }]
  return [
    { kind: 'removed', text: piece.removed },
    { kind: 'added', text: piece.added },
  ]
}

function compare(before: string[], after: string[], lengthMax: number): Piece[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const shorter = Math.min(before.length, after.length) - start
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const middle = [before, after].map((tokens) => tokens.slice(start, tokens.length - end))
  const [removed = [], added = []] = middle
  return [
    { same: before.slice(0, start).join('') },
    ...comparedMiddle(removed, added, lengthMax),
    { same: before.slice(before.length - end).join('') },
  ]
}

function comparedMiddle(removed: string[], added: string[], lengthMax: number): Piece[] {
  if (removed.length + added.length > lengthMax) {
    return [{ removed: removed.join(''), added: added.join('') }]
  }
  // The library declares lists of nothing.
  const pieces = diffComm(removed, added) as unknown as {
    common?: string[]
    buffer1?: string[]
    buffer2?: string[]
  }[]
  return pieces.map(({ common, buffer1 = [], buffer2 = [] }) =>
    common ? { same: common.join('') } : { removed: buffer1.join(''), added: buffer2.join('') },
  )
}

function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = []
  for (const part of parts) {
    if (part.text === '') continue
    const last = result.at(-1)
    if (last?.kind === part.kind) last.text += part.text
    else result.push({ ...part })
  }
  return result
}
