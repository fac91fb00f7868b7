/** Where the keys and values of a YAML map stand in its text. Offsets are of characters. */
import { isMap, isScalar, isSeq, type Pair, parseDocument } from 'yaml'

/** The pairs of a map in block style; null for anything else. */
export function blockPairs(text: string): Pair[] | null {
  const { contents } = parseDocument(text, {
    schema: 'failsafe',
    uniqueKeys: false,
    logLevel: 'silent',
  })
  return isMap(contents) && !contents.flow ? contents.items : null
}

/** The pair's key, when it is a text. */
export function keyOf({ key }: Pair): unknown {
  return isScalar(key) ? key.value : null
}

/** Where a node begins and ends, without what follows it on its line. */
export function rangeOf(node: unknown): readonly [number, number] | null {
  const range = isScalar(node) || isMap(node) || isSeq(node) ? node.range : null
  return range ? [range[0], range[1]] : null
}

/** Where the colon after the pair's key stands. */
export function colonOf(text: string, pair: Pair): number {
  return text.indexOf(':', rangeOf(pair.key)?.[1] ?? 0)
}

/** A place in the last line of the pair. */
export function lastPlaceOf(text: string, pair: Pair): number {
  const { value } = pair
  const range = rangeOf(value)
  if (range === null || range[0] === range[1]) return colonOf(text, pair)
  // The blank lines at the end of a block are part of its value.
  const isBlock = isScalar(value) && value.type?.startsWith('BLOCK')
  if (isBlock) return text[range[1] - 1] === '\n' ? range[1] - 1 : range[1]
  return trimmedEnd(text, range[0], range[1])
}

/** `end` without the white space before it. */
export function trimmedEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length
}

/** Where the line with the character at `index` begins. */
export function lineStart(text: string, index: number): number {
  return index === 0 ? 0 : text.lastIndexOf('\n', index - 1) + 1
}

/** Where the text of that line ends, before its newline. */
export function lineEnd(text: string, index: number): number {
  const newline = text.indexOf('\n', index)
  if (newline === -1) return text.length
  return text[newline - 1] === '\r' ? newline - 1 : newline
}

/** Where the line after it begins. */
export function nextLine(text: string, index: number): number {
  const newline = text.indexOf('\n', index)
  return newline === -1 ? text.length : newline + 1
}

/** The newline that the text's first line ends with; `other` when it has only one line. */
export function newlineOf(text: string, other: '\n' | '\r\n'): '\n' | '\r\n' {
  const newline = text.indexOf('\n')
  if (newline === -1) return other
  return text[newline - 1] === '\r' ? '\r\n' : '\n'
}
