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
const EMBED = /!\[\[([^\]|#\n]{1,999})(?:#[^\]|\n]{0,99})?(?:\|([^\]\n]{0,99}))?\]\]/g
const FIGURE = /\{\{[<%]\s{0,9}figure\s([^}]{1,1999})[%>]\}\}/g
const HTML = /<img\b([^>]{1,1999})>/gi
const SOURCE = /(\ssrc\s{0,9}=\s{0,9})(?:"[^"]*"|'[^']*'|[^\s"'>]+)/i

/** The text with the pictures that have a new address; each reference is asked for. */
export function convertImages(text: string, addressOf: AddressOfImage): string {
  const convert = (all: string, reference: string, written: (address: string) => string) => {
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
        const { src = '', alt = '', caption = '', title = '' } = attributesOf(attributes)
        return convert(all, src, (address) => image(alt || caption, address, caption || title))
      })
      .replace(HTML, (all, attributes) => {
        const { src = '' } = attributesOf(attributes)
        // It may stand between other tags, where markdown is none.
        return convert(all, src, (address) => all.replace(SOURCE, `$1"${address}"`))
      }),
  )
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
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(reference)) return null
  const path = decoded(reference)
  return IMAGE_END.test(path) ? path : null
}

/** An image with these words, as markdown. */
export function image(alt: string | undefined, address: string, title = ''): string {
  const words = (alt ?? '').replace(/[[\]\\]/g, '\\$&')
  return `![${words}](${address}${title === '' ? '' : ` "${title.replace(/["\\]/g, '\\$&')}"`})`
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
