/**
 * A digest of many things that can follow one change: each thing adds its own hash to a sum, and
 * taking it out subtracts it, so order does not matter and nothing else is read again. It tells
 * versions apart; it is no defence against someone who searches for equal sums.
 */

/** Two sums of 32 bits. */
export type DigestSum = readonly [number, number]

export const EMPTY_SUM: DigestSum = [0, 0]

/** The sum with one more thing, named by a text that says everything about it. */
export function addToSum(sum: DigestSum, text: string): DigestSum {
  const [a, b] = hashOf(text)
  return [(sum[0] + a) >>> 0, (sum[1] + b) >>> 0]
}

/** The sum without a thing that was added before. */
export function takeFromSum(sum: DigestSum, text: string): DigestSum {
  const [a, b] = hashOf(text)
  return [(sum[0] - a) >>> 0, (sum[1] - b) >>> 0]
}

/** The digest of two sums together, 16 hex digits. */
export function formatSums(a: DigestSum, b: DigestSum): string {
  const hex = (one: number, other: number) => ((one + other) >>> 0).toString(16).padStart(8, '0')
  return hex(a[0], b[0]) + hex(a[1], b[1])
}

// cyrb53 (public domain), kept as its two halves.
function hashOf(text: string): DigestSum {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return [a >>> 0, b >>> 0]
}
