/**
 * Converts MDX to markdown: removes imports, exports, comments and the tags of components, whose
 * content stays. What is removed is reported with the file; expressions stay as they are.
 */
import { outsideCode } from './outside-code.ts'
import type { PlainText } from './plain-text.ts'

// All repetitions are bounded; otherwise a malicious text would take hours.
const REMOVED = [
  /^import\s[^"'`]{0,999}["'][^"'\n]{1,999}["'];?[ \t]*$/gm,
  /^export\s[\s\S]{0,9999}?(?:\n(?=\n)|$(?![\s\S]))/gm,
  /\{\s{0,9}\/\*[\s\S]{0,9999}?\*\/\s{0,9}\}/g,
  /<\/?(?:[A-Z][\w.]{0,99}(?:\s[^>]{0,1999})?\/?)?>/g,
]
/** A line with only a tag, after which MDX has markdown again. */
const LONE_TAG = /^[ \t]*(<\/?[a-z][^>\n]{0,1999}>)[ \t]*$/gm

export function mdxToMarkdown(mdx: string): PlainText {
  const removed = new Set<string>()
  const remove = (part: string) => {
    if (!/^<(?:\/|>)/.test(part)) removed.add(part.replace(/\s+/g, ' ').trim())
    return ''
  }
  const text = outsideCode(mdx, (part) =>
    REMOVED.reduce((left, pattern) => left.replace(pattern, remove), part).replace(
      LONE_TAG,
      '\n$1\n',
    ),
  )
  const notes = removed.size === 0 ? [] : [`MDX that is no markdown: ${[...removed].join(', ')}`]
  return { text, notes }
}
