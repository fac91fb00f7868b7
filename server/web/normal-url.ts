/**
 * One spelling of an address: ids, tags and search words are kept in NFC, while some browsers,
 * shells and file systems write `é` as two characters. Normalised before anything is routed.
 */

/** Letters and escapes that stand together. */
const WORD = /(?:[\w.~-]|%[\da-f]{2})+/gi
const NOT_ASCII = /%[89a-f]/i
/** Names of files on disk, which are found as their bytes say. */
const FILE_ADDRESS = /^\/(?:media|api\/media|api\/files)(?:[/?]|$)/i
/** A url may be sent whole (RFC 9112, 3.2.2); its host decides nothing. */
const ORIGIN = /^https?:\/\/[^/?]*\/?/i

/** A request's url from its path on, with its words in NFC; what is no UTF-8 stays as it is. */
export function normalUrl(sent: string): string {
  const url = sent.replace(ORIGIN, '/')
  if (!NOT_ASCII.test(url) || FILE_ADDRESS.test(url)) return url
  return url.replace(WORD, (word) => {
    const text = NOT_ASCII.test(word) ? decoded(word) : undefined
    const normal = text?.normalize('NFC')
    return normal === undefined || normal === text ? word : encodeURIComponent(normal)
  })
}

function decoded(word: string): string | undefined {
  try {
    return decodeURIComponent(word)
  } catch {
    return undefined
  }
}
