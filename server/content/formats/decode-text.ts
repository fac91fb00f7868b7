/** Bytes of a content file as text for reading: refused when it is not text, newlines as `\n`. */
import type { Fault } from './yaml/load-yaml.ts'
import { lineAt } from './yaml/split-front-matter.ts'

// `ignoreBOM: false` takes the byte order mark off.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** The text without byte order mark, newlines as `\n`; a fault when it is not UTF-8 or has a NUL. */
export function decodeText(bytes: Uint8Array): string | Fault {
  const text = decodeUtf8(bytes)
  if (text === null) return { line: null, reason: 'The file is not valid UTF-8.' }
  const nul = text.indexOf('\0')
  if (nul !== -1) return { line: lineAt(text, nul), reason: 'There is a NUL character here.' }
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    // The only failure of a fatal decoder is malformed input.
    return null
  }
}
