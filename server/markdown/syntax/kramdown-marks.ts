/**
 * What kramdown writes between braces beside the words: attribute lists (`{: .x #id title="a"}`),
 * their definitions (`{:name: .x}`) and extensions (`{::comment}`). None of it is text.
 */

/** Characters of one mark; a longer one is text. */
export const KRAMDOWN_LENGTH_MAX = 500

// What ends each part is said: a mark that can be cut up in many ways is tried in all of them.
const NAME = String.raw`[\w-][\w:-]*`
const ATTRIBUTE = String.raw`(?:[.#]${NAME}(?=[\s}.#])|${NAME}=(?:"[^"]*"|'[^']*'|[^\s"'}]+(?=[\s}])))`
const WORD = String.raw`${NAME}(?=[\s}])`
const MARKS = [
  String.raw`\{:(?:\s*${WORD})*\s*${ATTRIBUTE}(?:\s*${ATTRIBUTE}|\s+${WORD})*\s*\}`,
  String.raw`\{:\s*(?:toc|footnotes|refdef)\s*\}`,
  String.raw`\{:[\w-]+:\s[^}]*\}`,
  String.raw`\{::(?:comment|nomarkdown|options)\b[^}]*\}`,
  String.raw`\{:\/(?:comment|nomarkdown|options)?\}`,
]
const MARK = new RegExp(`^(?:${MARKS.join('|')})$`)
/** A name alone is a mark where the text defines it; else it is a word between braces. */
const REFERENCE = /^\{:\s*([\w-]+)\s*\}$/
const COMMENT_START = /^\{::comment\s*\}$/
export const COMMENT_END = /\{:\/(?:comment)?\}/

/** Whether all of it is one mark, from its opening to its closing brace. */
export function isKramdownMark(text: string): boolean {
  return text.startsWith('{:') && text.length <= KRAMDOWN_LENGTH_MAX && MARK.test(text)
}

/** The name that a mark refers to, if it is nothing but one. */
export function referenceIn(text: string): string | null {
  return isKramdownMark(text) ? null : (REFERENCE.exec(text)?.[1] ?? null)
}

export function isCommentStart(mark: string): boolean {
  return COMMENT_START.test(mark)
}

/** Where the first end of a comment in the text ends, -1 without one. */
export function commentEndIn(text: string): number {
  const found = COMMENT_END.exec(text)
  return found ? found.index + found[0].length : -1
}

/** The id that an attribute list gives, null without one. */
export function idIn(mark: string): string | null {
  return /[\s:}"'\w-]#([\w-][\w:-]*)/.exec(mark)?.[1] ?? null
}
