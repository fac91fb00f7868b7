/** Breaks a title into lines of a width, in the largest type that holds it. */

interface WrappedTitle {
  lines: string[]
  size: number
}

interface Fit {
  width: number
  /** Largest first, each with the lines there is room for. */
  sizes: readonly { size: number; lines: number }[]
  widthOf(text: string, size: number): number
}

/** The title in the first size that holds all of it, else cut with `…` in the last. */
export function wrapTitle(title: string, { width, sizes, widthOf }: Fit): WrappedTitle {
  const words = title.trim().split(/\s+/)
  for (const { size, lines: room } of sizes) {
    const lines = linesOf(words, (text) => widthOf(text, size) <= width)
    if (lines.length <= room) return { lines, size }
  }
  const { size, lines: room } = sizes.at(-1) ?? { size: 1, lines: 1 }
  const fits = (text: string) => widthOf(text, size) <= width
  const lines = linesOf(words, fits).slice(0, room)
  return { lines: [...lines.slice(0, -1), ellipsis(lines.at(-1) ?? '', fits)], size }
}

function linesOf(words: readonly string[], fits: (text: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words.flatMap((whole) => piecesOf(whole, fits))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || fits(longer)) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

/** A word that is wider than a line (an address, a text without spaces) goes over several. */
function piecesOf(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word)) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && !fits(piece + character)) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}

function ellipsis(line: string, fits: (text: string) => boolean): string {
  let kept = [...line]
  while (kept.length > 0 && !fits(`${kept.join('').trimEnd()}…`)) kept = kept.slice(0, -1)
  return `${kept.join('').replace(/[\s.,;:–—-]+$/, '')}…`
}
