/** Bytes of content files as texts and back: newlines, byte order marks. */
import { isUtf8 } from 'node:buffer'
import { ContentError } from './content-error.ts'

const BOM = '\ufeff'

/** Decodes UTF-8 and nothing else; null for invalid bytes. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  const { buffer, byteOffset, byteLength } = bytes
  return isUtf8(bytes) ? Buffer.from(buffer, byteOffset, byteLength).toString() : null
}

/** The text with `\n` newlines and without byte order mark; null when the bytes are not UTF-8. */
export function textOfBytes(bytes: Uint8Array): string | null {
  const text = decodeUtf8(bytes)
  return text === null ? null : plainNewlines(text.startsWith(BOM) ? text.slice(1) : text)
}

/** As `textOfBytes`. @throws ContentError for invalid UTF-8 or a NUL */
export function decodeText(bytes: Uint8Array): string {
  const text = textOfBytes(bytes)
  if (text === null) throw new ContentError(null, 'The file is not valid UTF-8.')
  const nul = text.indexOf('\0')
  if (nul !== -1) throw new ContentError(lineAt(text, nul), 'There is a NUL character here.')
  return text
}

/** Encodes an edited text with the byte order mark and the newlines of the old bytes. */
export function bytesOfText(text: string, old: Uint8Array | null): Buffer {
  const before = (old && decodeUtf8(old)) ?? ''
  const mark = before.startsWith(BOM) ? BOM : ''
  return Buffer.from(mark + withNewlines(plainNewlines(text), newlineOf(before, '\n')))
}

export type Newline = '\n' | '\r\n'

/** The newline at the end of the first line; `fallback` for a single line. */
export function newlineOf(text: string, fallback: Newline): Newline {
  const [newline] = /\r?\n/.exec(text) ?? [fallback]
  return newline === '\n' ? '\n' : '\r\n'
}

export function plainNewlines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** Replaces the `\n` of a text. */
export function withNewlines(text: string, newline: Newline): string {
  return newline === '\n' ? text : text.replaceAll('\n', newline)
}

/** The 1-based line of the character at `index`. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
