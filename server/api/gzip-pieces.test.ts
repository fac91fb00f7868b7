import { gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { compressedPiece, joinPieces, storedPiece } from './gzip-pieces.ts'

it('joins pieces to a text that any gunzip reads', async () => {
  const piece = fc.record({
    text: fc.oneof(
      fc.string(),
      fc.string({ minLength: 1 }).map((text) => text.repeat(9000)),
    ),
    isStored: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (parts) => {
      const texts = parts.map(({ text }) => Buffer.from(text))
      const pieces = await Promise.all(
        texts.map((text, index) =>
          parts[index]?.isStored ? storedPiece(text) : compressedPiece(text),
        ),
      )
      const joined = joinPieces(pieces)
      const whole = Buffer.concat(texts)
      expect(joined.length).toBe(whole.length)
      expect(gunzipSync(joined.bytes).equals(whole)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

it('has one digest for one text', () => {
  const digest = (...texts: string[]) =>
    joinPieces(texts.map((text) => storedPiece(Buffer.from(text)))).digest
  expect(digest('a', 'b')).toBe(digest('a', 'b'))
  expect(digest('a', 'b')).not.toBe(digest('b', 'a'))
})
