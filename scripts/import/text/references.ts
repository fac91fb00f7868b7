/**
 * Converts references to images, posts and files to their new addresses: in markdown, HTML,
 * Obsidian's brackets, tags of Hugo and Jekyll. Code stays unchanged.
 */

import { basename } from 'node:path'
import { decoded } from '#domain/addresses.ts'

/** New addresses of references; null for those that were not imported. */
export interface Targets {
  /** Address of a file of the old site: an image, a post, a document. */
  ofFile(path: string): string | null
  /** Address of a post by one of its names. */
  ofPost(name: string): string | null
}

const PICTURE = /\.(?:png|jpe?g|webp|gif|avif|svg)$/i
const DOCUMENT =
  /\.(?:pdf|zip|gz|tgz|epub|mobi|docx?|xlsx?|pptx?|od[tsp]|csv|json|ya?ml|txt|tex|bib|ipynb|mp[34]|m4[av]|webm|og[gv]|wav|mov)$/i
// All repetitions are bounded; otherwise a malicious text would take hours.
const ADDRESS = String.raw`<[^>\n]{1,999}>|[^()\s]{1,999}(?:\([^()\s]{0,99}\)[^()\s]{0,99}){0,9}`
const INLINE = new RegExp(
  String.raw`(\]\(\s{0,9})(${ADDRESS})((?:\s{1,9}(?:"[^"\n]{0,999}"|'[^'\n]{0,999}'))?\s{0,9}\))`,
  'g',
)
const DEFINITION = /^( {0,3}\[[^\]\n]{1,999}\]:[ \t]{0,9})(<[^>\n]{1,999}>|\S{1,999})/gm
// In a table the bar before the label is escaped.
const BRACKETS =
  /(!?)\[\[([^\]|#\n]{0,999}?)((?:#[^\]|\n]{0,999}?)?)(?:\\?\|([^\]\n]{0,999}))?\]\]/g
const FIGURE = /\{\{[<%]\s{0,9}figure\s([^}]{1,1999})[%>]\}\}/g
const POST_TAG =
  /\{%-?\s{0,9}post_url\s{1,9}(\S{1,999}?)\s{0,9}-?%\}|\{\{[<%]\s{0,9}(?:rel)?ref\s{1,9}"([^"#]{1,999})[^"]{0,999}"\s{0,9}[>%]\}\}/g
const TAG = /<(?:a|img|source|video|audio)\b[^>]{1,1999}>/gi
const ATTRIBUTE = /(\s(src|poster|href|srcset)\s{0,9}=\s{0,9})("[^"]*"|'[^']*'|[^\s"'>]+)/gi
const MARK = /\{\{[^\n]{1,999}?\}\}|\{%[^\n]{1,999}?%\}/g

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

/** Replaces the references in a text by their targets; unknown ones stay. */
export function convertReferences(text: string, targets: Targets): string {
  const moved = (written: string) => addressOf(written, targets)
  return outsideCode(text, (part) =>
    part
      // First, since the later steps produce more inline links.
      .replace(INLINE, (all, opening, written, closing) => {
        const address = moved(written)
        return address === null ? all : opening + address + closing
      })
      .replace(DEFINITION, (_, opening, written) => opening + (moved(written) ?? written))
      .replace(TAG, (tag) =>
        tag.replace(ATTRIBUTE, (_, opening, name, value) => {
          const addresses = /set$/i.test(name) ? /[^\s,"']+/g : /[^"']+/g
          return opening + value.replace(addresses, (each: string) => moved(each) ?? each)
        }),
      )
      .replace(BRACKETS, (all, embed, to, heading, label) => {
        const name = to.trim()
        if (embed !== '' && (PICTURE.test(name) || DOCUMENT.test(name))) {
          const address = targets.ofFile(name)
          return address === null ? all : image(/^\d+(?:x\d+)?$/.test(label) ? '' : label, address)
        }
        const address = targets.ofPost(name)
        const words = label ?? (to + heading).split('#').filter(Boolean).join(' > ')
        if (address === null) return embed === '' ? words : all
        return `[${words}](${address})`
      })
      .replace(FIGURE, (all, attributes) => {
        const { src = '', ...words } = attributesOf(attributes)
        const address = moved(src)
        return address === null ? all : figure(address, words)
      })
      .replace(POST_TAG, (all, post, ref) => targets.ofPost(post ?? ref) ?? all),
  )
}

/** The new address of what is written as one; null if it stays. */
export function addressOf(written: string, targets: Targets): string | null {
  const reference = written.trim().replace(/^<(.*)>$/, '$1')
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)/i.test(reference)) return null
  const [, path = '', heading = ''] = /^([^?#]*)[^#]*(.*)$/.exec(reference) ?? []
  const plain = decoded(path)
  if (PICTURE.test(plain) || DOCUMENT.test(plain)) return targets.ofFile(plain)
  const post = /\.mdx?$/i.test(plain) ? targets.ofPost(plain) : null
  return post === null ? null : post + heading
}

/** Template tags that stay in the text, for the report. */
export function marksIn(text: string): string[] {
  const found = foundIn(text, MARK).map(([mark]) => mark)
  return found.length === 0
    ? []
    : [`template marks that stay as text: ${[...new Set(found)].join(', ')}`]
}

/** Hashtags in the text, `#like-this`. */
export function hashtagsIn(text: string): string[] {
  const found = foundIn(text, /(?<=^|\s)#(\p{L}[\p{L}\p{N}_/-]*)/gmu)
  return [...new Set(found.map(([, tag = '']) => tag))]
}

function foundIn(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  outsideCode(text, (part) => {
    found.push(...part.matchAll(pattern))
    return part
  })
  return found
}

/** Normalised name of a link target: basename without extension, in lower case. */
export function linkName(name: string): string {
  return basename(name.replace(/\/(?:_?index)?(?:\.\w+)?$/, ''))
    .replace(/\.(?:mdx?|markdown|html)$/i, '')
    .normalize('NFC')
    .toLowerCase()
}

/** A markdown image. */
export function image(alt: string | undefined, address: string): string {
  return `![${(alt ?? '').replace(/[[\]\\]/g, '\\$&')}](${address})`
}

/** Hugo's figure as one paragraph (image and caption), so that it also works in a list. */
function figure(
  address: string,
  { alt, title, caption, link, attr, attrlink }: Record<string, string>,
): string {
  const linked = (words: string, to: string | undefined) => (to ? `[${words}](${to})` : words)
  const below = [title && `**${title}**`, caption, attr && linked(attr, attrlink)].filter(Boolean)
  return [linked(image(alt, address), link), ...below].join('\\\n')
}

/** The attributes of a tag by name. */
export function attributesOf(text: string): Record<string, string> {
  const found = text.matchAll(/([a-z-]{1,99})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)
  const pairs = [...found].map(([, name = '', one, two, bare]) => [name, one ?? two ?? bare ?? ''])
  return Object.fromEntries(pairs)
}
