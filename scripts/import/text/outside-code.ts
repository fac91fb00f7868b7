/** A fenced block, to its end or that of the text; code in a line. */
const CODE =
  /^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))|$(?![\s\S]))|`[^`\n]*`/gm

/** The text of markdown with all but its code converted. */
export function outsideCode(text: string, convert: (part: string) => string): string {
  let out = ''
  let at = 0
  for (const code of text.matchAll(CODE)) {
    out += convert(text.slice(at, code.index)) + code[0]
    at = code.index + code[0].length
  }
  return out + convert(text.slice(at))
}
