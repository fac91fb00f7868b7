/** The bytes of a content file as a text to edit, and back: what was not edited keeps its bytes. */
import { patchLines } from './patch-body.ts'

const BOM = '\ufeff'
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text with `\n` newlines and without byte order mark; null when the bytes are not UTF-8. */
export function textOfBytes(bytes: Uint8Array): string | null {
  const text = rawTextOf(bytes)
  return text === null ? null : text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
}

/** The bytes of an edited text; `old` says which newlines and which mark the file has. */
export function bytesOfText(text: string, old: Uint8Array | null): Buffer {
  const raw = old === null ? null : rawTextOf(old)
  if (raw === null) return Buffer.from(text)
  const mark = raw.startsWith(BOM) ? BOM : ''
  return Buffer.from(mark + patchLines(raw.slice(mark.length), text))
}

function rawTextOf(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    // The only failure of a fatal decoder is malformed input.
    return null
  }
}
