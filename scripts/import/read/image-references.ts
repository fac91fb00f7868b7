/**
 * Pictures in the texts of other programs, however they are written: markdown, its references,
 * HTML, Obsidian's embeds, Hugo's figures, Jekyll's filters. Code is left as it is.
 */
import { outsideCode } from './linked-text.ts'

/** The new address of a picture, by its reference as `plainReference` spells it; null for none. */
type AddressOfImage = (reference: string) => string | null

const IMAGE_END = /\.(?:png|jpe?g|webp|gif|avif|svg)$/i
// Each part has a bound, without which a long text of beginnings would take hours.
const ADDRESS = String.raw`<[^>\n]{1,999}>|\{\{[^}\n]{0,99}\}\}[^)\s]{0,999}|[^()\s]{1,999}(?:\([^()\s]{0,99}\)[^()\s]{0,99}){0,9}`
const IN_BRACKETS = new RegExp(
  String.raw`(\]\(\s{0,9})(${ADDRESS})((?:\s{1,9}(?:"[^"\n]{0,999}"|'[^'\n]{0,999}'))?\s{0,9}\))`,
  'g',
)
const DEFINITION = /^( {0,3}\[[^\]\n]{1,999}\]:[ \t]{0,9})(<[^>\n]{1,999}>|\S{1,999})/gm
const EMBED = /!\[\[([^\]|#\n]{1,999}?)(?:#[^\]|\n]{0,99}?)?(?:\\?\|([^\]\n]{0,99}))?\]\]/g
const FIGURE = /\{\{[<%]\s{0,9}figure\s([^}]{1,1999})[%>]\}\}/g
const HTML = /<(?:a|img|source|video)\b[^>]{1,1999}>/gi
const SHOWN =
  /(\s((?:data-(?:lazy-)?)?src(?:set)?|data-original|poster|href)\s{0,9}=\s{0,9})(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi
const PLAYED =
  /<(?:video|audio|source)\b[^>]{0,1999}?\ssrc\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

const LINKED =
  /\]\(\s{0,9}(?:<([^>\n]{1,999})>|([^()\s]{1,999}))|<a\b[^>]{0,1999}?\shref\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi
const FILE_END =
  /\.(?:pdf|zip|gz|tgz|epub|mobi|docx?|xlsx?|pptx?|od[tsp]|csv|json|ya?ml|txt|tex|bib|ipynb|mp[34]|m4[av]|webm|og[gv]|wav|mov)$/i

/** The text that names a picture: as it is written, or with its new address. */
type Convert = (all: string, reference: string, written: (address: string) => string) => string

/** The text with the pictures that have a new address; each reference is asked for. */
export function convertImages(text: string, addressOf: AddressOfImage): string {
  const convert: Convert = (all, reference, written) => {
    const plain = plainReference(reference)
    const address = plain === null ? null : addressOf(plain)
    return address === null ? all : written(address)
  }
  return outsideCode(text, (part) =>
    part
      // First of all: what comes after makes more of these.
      .replace(IN_BRACKETS, (all, opening, reference, closing) =>
        convert(all, reference, (address) => opening + address + closing),
      )
      .replace(DEFINITION, (all, opening, reference) =>
        convert(all, reference, (address) => opening + address),
      )
      .replace(EMBED, (all, to, label) =>
        convert(all, to, (address) => image(isSize(label) ? '' : label, address)),
      )
      .replace(FIGURE, (all, attributes) => {
        const { src = '', ...words } = attributesOf(attributes)
        return convert(all, src, (address) => figure(address, words))
      })
      // It may stand between other tags, where markdown is none.
      .replace(HTML, (tag) =>
        tag.replace(SHOWN, (all, opening, name, ...values) => {
          const value = values.slice(0, 3).find((found) => found !== undefined) ?? ''
          if (/srcset/i.test(name)) return `${opening}"${convertSet(value, convert)}"`
          return convert(all, value, (address) => `${opening}"${address}"`)
        }),
      ),
  )
}

/** For the report: other files of the site itself, which would be dead links without them. */
export function otherFiles(text: string): string[] {
  const played = ownFiles(text, PLAYED, (path) => !IMAGE_END.test(path))
  const linked = ownFiles(text, LINKED, (path) => FILE_END.test(path))
  return [
    ...played.map((file) => `a video or sound that is not copied: ${file}`),
    ...linked.map((file) => `a file that is not copied: ${file}`),
  ]
}

function ownFiles(text: string, pattern: RegExp, isMeant: (path: string) => boolean): string[] {
  const found = new Set<string>()
  outsideCode(text, (part) => {
    for (const [, ...values] of part.matchAll(pattern)) {
      const reference = values.find((value) => value !== undefined)?.trim() ?? ''
      if (isOwn(reference) && isMeant(reference.replace(/[?#].*$/, ''))) found.add(reference)
    }
    return part
  })
  return [...found]
}

/** `a.png 1x, b.png 2x`: what has no new address stays. */
function convertSet(set: string, convert: Convert): string {
  const one = (entry: string) =>
    entry.replace(/^\s*(\S+)/, (all, reference) => convert(all, reference, (address) => address))
  return set
    .split(/,(?=\s)/)
    .map((entry) => one(entry).trim())
    .join(', ')
}

/**
 * A reference to a picture of the site itself as a path, from its root with a `/` before it; null
 * for pictures of other sites and for what is no picture.
 */
export function plainReference(written: string): string | null {
  const reference = written
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .replace(/^\{\{-?\s*site\.(?:baseurl|url)\s*-?\}\}/, '')
    .replace(/^\{\{-?\s*(["'])(.*?)\1\s*\|[^}]*\}\}/, '$2')
    .replace(/[?#].*$/, '')
  if (!isOwn(reference)) return null
  const path = decoded(reference)
  return IMAGE_END.test(path) ? path : null
}

/** Whether a reference is one of the site itself. */
const isOwn = (reference: string) =>
  reference !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(reference)

/** An image with these words, as markdown. */
export function image(alt: string | undefined, address: string, title = ''): string {
  const words = (alt ?? '').replace(/[[\]\\]/g, '\\$&')
  return `![${words}](${address}${title === '' ? '' : ` "${title.replace(/["\\]/g, '\\$&')}"`})`
}

/** A picture with the words that Hugo shows below it, in one paragraph: it may stand in a list. */
function figure(
  address: string,
  { alt, title, caption, link, attr, attrlink }: Record<string, string>,
): string {
  const linked = (words: string, to: string | undefined) => (to ? `[${words}](${to})` : words)
  const below = [title && `**${title}**`, caption, attr && linked(attr, attrlink)].filter(Boolean)
  return [linked(image(alt, address), link), ...below].join('\\\n')
}

/** Obsidian has the width where others have the words. */
const isSize = (label: string | undefined) => /^\d+(?:x\d+)?$/.test(label ?? '')

function attributesOf(text: string): Record<string, string> {
  const found = text.matchAll(/([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)
  return Object.fromEntries(
    [...found].map(([, name = '', ...values]) => [
      name.toLowerCase(),
      values.find((value) => value !== undefined) ?? '',
    ]),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
