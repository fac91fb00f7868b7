/**
 * Normalises a request's url before routing. Ids, tags and search words are stored in NFC, but some
 * browsers, shells and file systems send `é` as two characters.
 */

import { decoded } from '#domain/addresses.ts'

/** A run of letters and percent escapes. */
const WORD = /(?:[\w.~-]|%[\da-f]{2})+/gi
const NOT_ASCII = /%[89a-f]/i
/** Addresses of files on disk, which are found by their exact bytes. */
const FILE_ADDRESS = /^\/(?:media|api\/media|api\/files)(?:[/?]|$)/i
/** A request may have an absolute url (RFC 9112, 3.2.2); its host is ignored. */
const ORIGIN = /^https?:\/\/[^/?]*\/?/i

/** Path and query of a request's url in NFC; parts that are no UTF-8 stay unchanged. */
export function normalUrl(sent: string): string {
  const url = sent.replace(ORIGIN, '/')
  if (!NOT_ASCII.test(url) || FILE_ADDRESS.test(url)) return url
  return url.replace(WORD, (word) => {
    const text = NOT_ASCII.test(word) ? decoded(word) : word
    const normal = text.normalize('NFC')
    return normal === text ? word : encodeURIComponent(normal)
  })
}
