/**
 * HTML in the texts of Jekyll, whose kramdown reads it otherwise than other markdown: an element
 * that says `markdown="1"` has markdown in it, any other none, however its lines are indented.
 */
import { htmlBlockNames } from 'micromark-util-html-tag-name'

const BLOCKS: ReadonlySet<string> = new Set(htmlBlockNames)
/** Code, which is passed over, or a tag at the beginning of a line. */
const START =
  /^ {0,3}(?:(`{3,}|~{3,})[^\n]*|(\{%-?\s*highlight\b)[^\n]*|<([a-z][a-z0-9]*)\b[^>]{0,999}>)/gim
const MARKDOWN = /\smarkdown\s*=\s*["']?(?:1|block|span)["']?/i
const DEEP_TAG = /<pre\b[\s\S]{0,9999}?<\/pre>|^[ \t]{4,}(?=<)/gim
/** Elements in one another that are looked into. */
const DEPTH_MAX = 20
/** Each element without an end costs a look at all that follows. */
const UNCLOSED_MAX = 50

/** The text with such HTML as other markdown understands it. */
export function withKramdownHtml(text: string, depth = 0): string {
  if (depth > DEPTH_MAX) return text
  const start = new RegExp(START)
  let unclosed = 0
  let out = ''
  let at = 0
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const [opening, fence, highlight, tag = ''] = found
    const name = tag.toLowerCase()
    const from = start.lastIndex
    if (fence) start.lastIndex = endOf(text, new RegExp(`^ {0,3}${fence}`, 'gm'), from)
    else if (highlight) start.lastIndex = endOf(text, /\{%-?\s*endhighlight/g, from)
    if (!BLOCKS.has(name) || unclosed >= UNCLOSED_MAX) continue
    const closing = closingTag(text, name, from)
    if (closing === null) unclosed += 1
    else {
      const inside = text.slice(from, closing.index)
      out +=
        text.slice(at, found.index) + wholeElement(opening, inside, { closing: closing[0], depth })
      at = closing.index + closing[0].length
      start.lastIndex = at
    }
  }
  return out + text.slice(at)
}

/** Elsewhere blank lines say where markdown begins, and a tag four columns in is code. */
function wholeElement(
  opening: string,
  inside: string,
  { closing, depth }: { closing: string; depth: number },
): string {
  const dedented = inside.replace(DEEP_TAG, (found) => (found.startsWith('<') ? found : ''))
  const words = withKramdownHtml(dedented, depth + 1)
  if (!MARKDOWN.test(opening)) return opening + words + closing
  const isParagraph = /^\s*<p\b/i.test(opening)
  const open = opening.replace(MARKDOWN, '').replace(isParagraph ? /<p\b/i : /$^/, '<div')
  return `${open}\n\n${words.trim()}\n\n${isParagraph ? '</div>' : closing}`
}

function endOf(text: string, end: RegExp, from: number): number {
  end.lastIndex = from
  return end.test(text) ? end.lastIndex : text.length
}

/** The closing tag of an element; those of others with its name inside it are passed over. */
function closingTag(text: string, name: string, from: number): RegExpExecArray | null {
  const tags = new RegExp(`<(/?)${name}\\b[^>]{0,999}>`, 'gi')
  tags.lastIndex = from
  let depth = 1
  for (let tag = tags.exec(text); tag; tag = tags.exec(text)) {
    depth += tag[1] ? -1 : 1
    if (depth === 0) return tag
  }
  return null
}
