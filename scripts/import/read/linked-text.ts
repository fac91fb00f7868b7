/**
 * Texts of other programs as plain markdown: links between posts lead to the new addresses, what
 * only the other program understands is named in the report. Code is left as it is.
 */
import { basename } from 'node:path'

/** The id of an imported post by one of its names; null when it is not among them. */
type IdOfName = (name: string) => string | null

/** A fenced block, to its end or that of the text; code in a line. */
const CODE =
  /^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:^ {0,3}\1[^\n]*$|$(?![\s\S]))|$(?![\s\S]))|`[^`\n]*`/gm

/** The text with its links converted. */
export function convertLinks(text: string, idOf: IdOfName): string {
  return outsideCode(withFences(text), (part) =>
    part
      .replace(
        // In a table the bar before the words is escaped.
        /(!?)\[\[([^\]|#\n]{0,999}?)((?:#[^\]|\n]{0,999}?)?)(?:\\?\|([^\]\n]{0,999}))?\]\]/g,
        (all, embed, to, part, label) => {
          const id = idOf(to.trim())
          // What is shown of another note is a link to it; of a picture, `convertImages` knows.
          if (embed !== '' && id === null) return all
          const words = label ?? (to + part).split('#').filter(Boolean).join(' > ')
          return id === null ? words : `[${words}](${addressOf(id)})`
        },
      )
      .replace(/\{%-?\s*post_url\s+(\S+?)\s*-?%\}/g, (all, to) => addressOr(all, idOf(to)))
      .replace(/\{\{[<%]\s*(?:rel)?ref\s+"([^"#]+)[^"]*"\s*[>%]\}\}/g, (all, to) =>
        addressOr(all, idOf(to)),
      )
      .replace(
        /(?<!!)(\[[^[\]\n]{0,999}\])\((?![a-z]+:)([^)\s#]{1,999}\.mdx?)(#[^)\s]{0,999})?\)/g,
        (all, label, to) => {
          const id = idOf(decodeText(to))
          return id === null ? all : `${label}(${addressOf(id)})`
        },
      ),
  )
}

/**
 * The text with the addresses that Jekyll and Eleventy make from their settings as they were.
 * @param base the path of the site's home
 */
export function siteAddresses(text: string, base: string): string {
  return outsideCode(text, (part) =>
    part
      .replace(/\{\{-?\s*site\.url\s*-?\}\}(?=[/{])/g, '')
      .replace(/\{\{-?\s*site\.baseurl\s*-?\}\}(\{%|(?=\/))/g, (_, tag) => tag || base)
      .replace(
        /\{\{-?\s*(["'])(\/[^"'{}\n]{0,999})\1\s*\|\s*(?:(?:relative_url|absolute_url|url)\b|prepend:\s*site\.)[^}\n]{0,99}\}\}/g,
        (_, _quote, path) => base + path,
      ),
  )
}

const IMAGE =
  /!\[[^[\]\n]{0,999}\]\(\s{0,9}(?:<([^>\n]{1,999})>|([^)\s]{1,999}))|<img\b[^>]{0,999}?\bsrc=["']([^"']{1,999})|!\[\[([^\]|\\]{1,999})/gi
const MARKS = [
  ['template tags', /\{%[^\n]{1,999}?%\}/g],
  ['shortcodes', /\{\{[<%][^\n]{1,999}?[>%]\}\}/g],
  ['template values', /\{\{(?![<%])[^\n]{1,999}?\}\}/g],
] as const

/**
 * For the report: pictures that the text names and that were to come from its own site, and marks
 * of the other program. @param isKnown whether a picture came along or has been told of
 */
export function leftInText(text: string, isKnown: (address: string) => boolean): string[] {
  const images = new Set<string>()
  const marks = MARKS.map(([what, mark]) => ({ what, mark, found: new Set<string>() }))
  outsideCode(text, (part) => {
    for (const [, ...addresses] of part.matchAll(IMAGE)) {
      const address = addresses.find((found) => found !== undefined) ?? ''
      if (!/^https?:|^data:/i.test(address) && !isKnown(address)) images.add(address)
    }
    for (const { mark, found } of marks) for (const [each] of part.matchAll(mark)) found.add(each)
    return part
  })
  const told = marks.filter(({ found }) => found.size > 0)
  return [
    ...[...images].map((address) => `an image that is not there: ${address}`),
    ...told.map(({ what, found }) => `${what} that stay as text: ${[...found].join(', ')}`),
  ]
}

/** Tags that stand in the text, `#like-this`. */
export function hashtagsIn(text: string): string[] {
  const tags: string[] = []
  outsideCode(text, (part) => {
    for (const [, tag] of part.matchAll(/(?<=^|\s)#(\p{L}[\p{L}\p{N}_/-]*)/gmu))
      tags.push(tag ?? '')
    return part
  })
  return [...new Set(tags)]
}

/** A name as links spell it: the last part of a path, without ending, date kept, in lower case. */
export function linkName(name: string): string {
  const parts = name.replace(/\/(?:_?index)?(?:\.\w+)?$/, '').split('/')
  return basename(parts.at(-1) ?? '')
    .replace(/\.(?:mdx?|markdown|html)$/i, '')
    .normalize('NFC')
    .toLowerCase()
}

function withFences(text: string): string {
  return text
    .replace(/\{%-?\s*highlight\s+(\S+?)(?:\s[^%]*)?-?%\}\n?/g, '```$1\n')
    .replace(/\n?\{%-?\s*endhighlight\s*-?%\}/g, '\n```')
}

/** The text with all but its code converted. */
export function outsideCode(text: string, convert: (part: string) => string): string {
  let out = ''
  let at = 0
  for (const code of text.matchAll(CODE)) {
    out += convert(text.slice(at, code.index)) + code[0]
    at = code.index + code[0].length
  }
  return out + convert(text.slice(at))
}

const addressOf = (id: string): string => `/post/${encodeURIComponent(id)}`
const addressOr = (all: string, id: string | null): string => (id === null ? all : addressOf(id))

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
