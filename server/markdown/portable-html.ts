/** Html for feeds and other sites: without the page's controls, with addresses made absolute. */
import type { Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'

/** Stands for the site's address in the tree: no text has this character, the parser replaces it. */
const MARK = '\0'
/** The mark as `rehype-stringify` writes it. */
const WRITTEN_MARK = '&#x0;'
/** Base for resolving addresses; the site's own is known when the html is used. */
const ORIGIN = 'https://site.invalid'
const ADDRESSES = ['cite', 'href', 'poster', 'src'] as const

/**
 * Prepares a rendered tree for `absoluteHtml`, in place.
 * @param pagePath path of the text's page, against which relative addresses are resolved
 */
export function makePortable(tree: Root, pagePath: string): void {
  visit(tree, 'element', ({ tagName, properties }, index, parent) => {
    const [className] = Array.isArray(properties.className) ? properties.className : []
    if (className === 'heading-anchor' && tagName === 'a' && parent && index !== undefined) {
      parent.children.splice(index, 1)
      return [SKIP, index]
    }
    for (const name of ADDRESSES) {
      const address = properties[name]
      if (typeof address === 'string') properties[name] = markedAddress(address, pagePath)
    }
    if (typeof properties.srcSet === 'string') {
      // Each address is followed by a width or density.
      const candidates = properties.srcSet.split(/,\s+/)
      properties.srcSet = candidates
        .map((item) => item.replace(/^\S+/, (address) => markedAddress(address, pagePath)))
        .join(', ')
    }
    return
  })
}

function markedAddress(address: string, pagePath: string): string {
  const base = ORIGIN + pagePath
  if (URL.canParse(address) || !URL.canParse(address, base)) return address
  const { href } = new URL(address, base)
  return href.startsWith(`${ORIGIN}/`) ? MARK + href.slice(ORIGIN.length) : href
}

/**
 * The html with absolute addresses.
 * @param portable `RenderedText.portable`
 * @param siteUrl address of the site without a trailing slash
 */
export function absoluteHtml(portable: string, siteUrl: string): string {
  return portable.replaceAll(WRITTEN_MARK, siteUrl)
}
