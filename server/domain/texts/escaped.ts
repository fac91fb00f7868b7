/** Text for XML and HTML. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Removes the characters that XML 1.0 cannot represent. */
export function xmlText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '').replace(FORBIDDEN, '')
}

/** Escapes text for elements and quoted attributes. */
export function escapeXml(text: string): string {
  return xmlText(text).replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
