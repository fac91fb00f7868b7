/** Which block of a rendered text the caret of its markdown is in. Pure. */

const WORD = /[\p{L}\p{N}]{2,}/gu
/** Characters around the caret whose words are looked for. */
const NEARBY = 80

const wordsOf = (text: string) => text.match(WORD) ?? []

/**
 * The block that has most of the words of the caret's paragraph; of equal ones the one that is as far
 * down its text as the caret is. Null where no block has any.
 * @param blocks the text of each block, in their order
 */
export function caretPlace(text: string, caret: number, blocks: readonly string[]): number | null {
  const start = text.lastIndexOf('\n\n', caret - 1) + 1
  const ending = text.indexOf('\n\n', caret)
  const paragraph = text.slice(start, ending < 0 ? text.length : ending)
  const nearby = [...paragraph.matchAll(WORD)].filter(
    ({ index }) => Math.abs(start + index - caret) < NEARBY,
  )
  const wanted = new Set(nearby.map(([word]) => word))
  const lengths = blocks.map(({ length }) => length)
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const share = caret / Math.max(1, text.length)
  let best: { at: number; hits: number; distance: number } | null = null
  let above = 0
  for (const [at, block] of blocks.entries()) {
    const hits = new Set(wordsOf(block).filter((word) => wanted.has(word))).size
    const middle = (above + block.length / 2) / Math.max(1, whole)
    const distance = Math.abs(middle - share)
    above += block.length
    if (hits === 0) continue
    if (!best || hits > best.hits || (hits === best.hits && distance < best.distance)) {
      best = { at, hits, distance }
    }
  }
  return best?.at ?? null
}
