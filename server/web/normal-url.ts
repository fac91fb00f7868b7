/**
 * One spelling of an address: ids, tags and search words are kept in NFC, while some browsers,
 * shells and file systems write `é` as two characters. Normalised before anything is routed.
 */

/** Letters and escapes that stand together. */
const WORD = /(?:[\w.~-]|%[\da-f]{2})+/gi
const NOT_ASCII = /%[89a-f]/i
/** Names of files on disk, which are found as their bytes say. */
const FILE_ADDRESS = /^(?:https?:\/\/[^/?]*)?\/(?:media|api\/media|api\/files)(?:[/?]|$)/i

/** The request's url with its words in NFC; what is no UTF-8 stays as it is. */
export function normalUrl(url: string): string {
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
