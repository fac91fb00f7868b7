/**
 * Rendered text for readers elsewhere. It takes the renderer's output alone, in which `<` always
 * begins a tag and attributes are in double quotes.
 */
import { escapeXml } from './xml.ts'

const TAG = /<[a-z][a-z0-9]*(?:\s+[a-z-]+(?:="[^"]*")?)*\s*>/g
const ADDRESS = /(\s(?:cite|href|poster|src|srcset))="([^"]*)"/g
const HEADING_ANCHOR = /<a class="heading-anchor"[^>]*><\/a>/g
/** What the renderer writes as references; the others stand for `&`. */
const REFERENCES: Record<string, string> = { '&#x22;': '"', '&#x3C;': '<', '&#x3E;': '>' }
const REFERENCE = /&(?:amp|#x26|#38|#x22|#x3C|#x3E);/g

/** The html with every address absolute, seen from `base`, and without the page's own controls. */
export function portableHtml(html: string, base: string): string {
  return (
    html
      .replace(HEADING_ANCHOR, '')
      // In XML it would end the section that the html stands in.
      .replaceAll(']]>', ']]&gt;')
      .replace(TAG, (tag) =>
        tag.replace(
          ADDRESS,
          (_, name: string, value: string) =>
            `${name}="${name.endsWith('srcset') ? absoluteEach(value, base) : absolute(value, base)}"`,
        ),
      )
  )
}

function absolute(value: string, base: string): string {
  const address = value.replace(REFERENCE, (reference) => REFERENCES[reference] ?? '&')
  return escapeXml(URL.canParse(address, base) ? new URL(address, base).href : address)
}

/** The addresses of an image's forms, each with its width or density behind it. */
function absoluteEach(value: string, base: string): string {
  return value
    .split(', ')
    .map((form) => {
      const [address = '', ...size] = form.trim().split(' ')
      return [absolute(address, base), ...size].join(' ')
    })
    .join(', ')
}
