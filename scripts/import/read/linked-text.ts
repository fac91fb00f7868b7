/**
 * Texts of other programs as plain markdown: links between posts lead to the new addresses, what
 * only the other program understands is named in the report. Code is left as it is.
 */
import { basename } from 'node:path'

/** The id of an imported post by one of its names; null when it is not among them. */
type IdOfName = (name: string) => string | null

const CODE = /(^(`{3,}|~{3,})[\s\S]*?(?:^\2|$(?![\s\S]))|`[^`\n]*`)/m

/** The text with its links converted. */
export function convertLinks(text: string, idOf: IdOfName): string {
  return outsideCode(withFences(text), (part) =>
    part
      .replace(
        /(!?)\[\[([^\]|#\n]*)(?:#[^\]|\n]*)?(?:\|([^\]\n]*))?\]\]/g,
        (all, embed, to, label) => {
          const id = embed === '' ? idOf(to.trim()) : null
          if (embed !== '') return all
          return id === null ? (label ?? to) : `[${label ?? to}](${addressOf(id)})`
        },
      )
      .replace(/\{%-?\s*post_url\s+(\S+?)\s*-?%\}/g, (all, to) => addressOr(all, idOf(to)))
      .replace(/\{\{[<%]\s*(?:rel)?ref\s+"([^"#]+)[^"]*"\s*[>%]\}\}/g, (all, to) =>
        addressOr(all, idOf(to)),
      )
      .replace(
        /(?<!!)(\[[^\]\n]*\])\((?![a-z]+:)([^)\s#]+\.md)(#[^)\s]*)?\)/g,
        (all, label, to) => {
          const id = idOf(decodeText(to))
          return id === null ? all : `${label}(${addressOf(id)})`
        },
      ),
  )
}

/**
 * Pictures that the text names and that were to come from its own site, and marks of the other
 * program. @param isKnown whether a picture came along or has been told of
 */
export function leftInText(text: string, isKnown: (address: string) => boolean): string[] {
  const left: string[] = []
  outsideCode(text, (part) => {
    const image = /!\[[^\]\n]*\]\(\s*<?([^)\s>]+)|<img\b[^>]*?\bsrc=["']([^"']+)|!\[\[([^\]|]+)/gi
    for (const [, first, second, third] of part.matchAll(image)) {
      const address = first ?? second ?? third ?? ''
      if (!/^https?:|^data:/i.test(address) && !isKnown(address)) left.push(`the image ${address}`)
    }
    if (/\{%.*?%\}/.test(part)) left.push('Liquid tags in the text')
    if (/\{\{[<%]/.test(part)) left.push('Hugo shortcodes in the text')
    return part
  })
  return [...new Set(left)]
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
    .replace(/\.(?:md|markdown|html)$/i, '')
    .toLowerCase()
}

function withFences(text: string): string {
  return text
    .replace(/\{%-?\s*highlight\s+(\S+?)(?:\s[^%]*)?-?%\}\n?/g, '```$1\n')
    .replace(/\n?\{%-?\s*endhighlight\s*-?%\}/g, '\n```')
}

/** The text with all but its code converted. */
export function outsideCode(text: string, convert: (part: string) => string): string {
  let rest = text
  let out = ''
  for (;;) {
    const code = CODE.exec(rest)
    if (code === null) return out + convert(rest)
    out += convert(rest.slice(0, code.index)) + code[0]
    rest = rest.slice(code.index + code[0].length)
  }
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
