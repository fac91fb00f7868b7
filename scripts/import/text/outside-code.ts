/** A fenced block, closed or up to the end of the text; inline code. */
const CODE =
  /^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))|$(?![\s\S]))|`[^`\n]*`/gm

/** Converts the parts of a markdown text that are not code. */
export function outsideCode(text: string, convert: (part: string) => string): string {
  let out = ''
  let at = 0
  for (const code of text.matchAll(CODE)) {
    out += convert(text.slice(at, code.index)) + code[0]
    at = code.index + code[0].length
  }
  return out + convert(text.slice(at))
}
