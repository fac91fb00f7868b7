/**
 * Widths of a TrueType font's characters, read from its tables: enough to break a title into lines.
 * Kerning is left out; it makes text a little narrower than this says.
 */

interface FontMetrics {
  /** Width of the text at a font size, in its unit. */
  widthOf(text: string, size: number): number
  has(character: string): boolean
}

/** Width of a character that the font does not have, in ems: what other scripts usually take. */
const FOREIGN_WIDTH = 1

/** Reads a font file. @throws RangeError when it is not a TrueType font of the usual make. */
export function readFontMetrics(file: Uint8Array): FontMetrics {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const tables = tableOffsets(view)
  const offsetOf = (tag: string) => {
    const offset = tables.get(tag)
    if (offset === undefined) throw new RangeError(`The font has no table ${tag}.`)
    return offset
  }
  const unitsPerEm = view.getUint16(offsetOf('head') + 18)
  const metricCount = view.getUint16(offsetOf('hhea') + 34)
  const metrics = offsetOf('hmtx')
  const segments = characterSegments(view, offsetOf('cmap'))
  const glyphOf = (code: number) => {
    for (const { first, last, glyph } of segments) {
      if (code <= last) return code >= first ? glyph(code) : 0
    }
    return 0
  }
  const widths = new Map<number, number>()
  const measure = (code: number) => {
    const glyph = glyphOf(code)
    if (glyph === 0) return FOREIGN_WIDTH
    return view.getUint16(metrics + 4 * Math.min(glyph, metricCount - 1)) / unitsPerEm
  }
  const widthOfCode = (code: number) => {
    const kept = widths.get(code)
    if (kept !== undefined) return kept
    const width = measure(code)
    widths.set(code, width)
    return width
  }
  return {
    has: (character) => glyphOf(character.codePointAt(0) ?? 0) !== 0,
    widthOf(text, size) {
      let width = 0
      for (const character of text) width += widthOfCode(character.codePointAt(0) ?? 0)
      return width * size
    },
  }
}

function tableOffsets(view: DataView): Map<string, number> {
  const offsets = new Map<string, number>()
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const at = 12 + 16 * index
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(at + byte)))
    offsets.set(tag, view.getUint32(at + 8))
  }
  return offsets
}

interface Segment {
  first: number
  last: number
  glyph(code: number): number
}

/** The segments of the font's format 4 table, in order of their characters. */
function characterSegments(view: DataView, cmap: number): Segment[] {
  for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
    const at = cmap + view.getUint32(cmap + 4 + 8 * index + 4)
    if (view.getUint16(at) === 4) return segmentsOf(view, at)
  }
  throw new RangeError('The font has no table of its characters that can be read.')
}

function segmentsOf(view: DataView, at: number): Segment[] {
  const size = view.getUint16(at + 6)
  return Array.from({ length: size / 2 }, (_, index) => {
    const last = view.getUint16(at + 14 + 2 * index)
    const first = view.getUint16(at + 16 + size + 2 * index)
    const delta = view.getUint16(at + 16 + 2 * size + 2 * index)
    const rangeAt = at + 16 + 3 * size + 2 * index
    const range = view.getUint16(rangeAt)
    const glyph = (code: number) => {
      if (range === 0) return (code + delta) & 0xffff
      const found = view.getUint16(rangeAt + range + 2 * (code - first))
      return found === 0 ? 0 : (found + delta) & 0xffff
    }
    return { first, last, glyph }
  })
}
