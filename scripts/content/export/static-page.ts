/** Turns html of the server into files. Its markup is regular: see `mapAddresses`. */

const LEFT_OUT: readonly RegExp[] = [
  // What needs scripts or a server.
  /<(button|dialog|form)\b.*?<\/\1>/gs,
  /<a [^>]*class="(?:admin-link|icon-button)\b.*?<\/a>/gs,
  /<nav [^>]*aria-label="Filter by kind".*?<\/nav>/gs,
  // Structured data of a post stays; that of other pages names the search.
  /<script\b(?![^>]*ld\+json">[^<]*"BlogPosting").*?<\/script>\n/gs,
  // What a query selects: a feed of a type, the past year of the heatmap.
  /<link (?:rel="manifest"|[^>]*href="[^"]*\?)[^>]*>\n/g,
  /<a (?=[^>]*class="button)[^>]*href="[^"]*\?(?!tag=).*?<\/a>/gs,
]
const MORE = /<p class="load-more"><a [^>]*href="([^"]*)".*?<\/p>/s

/** The address of 'Load more'; null without one. */
export function moreAddress(html: string): string | null {
  return MORE.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? null
}

const SAME_MONTH =
  /(<h2[^>]*>[^<]*<\/h2><ol>)((?:(?!<h2).)*)<\/ol><\/div><div class="record-month">\1/s

/** Replaces 'Load more' by the next part of the list, which begins after its note. */
export function appendPart(html: string, next: string): string {
  const part = /<p class="list-start.*?<\/p>(.*)<\/div><\/section>/s.exec(next)?.[1] ?? ''
  const whole = html.replace(MORE, () => part).replace(/<\/ul><ul class="(?:cards|timeline)">/, '')
  return whole.replace(SAME_MONTH, '$1$2')
}

/** The html of a file. @param linkTo the address in the export for a link; null if it has none */
export function staticHtml(html: string, linkTo: (link: string) => string | null): string {
  return mapAddresses(
    LEFT_OUT.reduce((text, pattern) => text.replace(pattern, ''), html),
    linkTo,
  )
}

const TAG = /<[a-z][a-z0-9]*(?:\s+[a-z-]+(?:="[^"]*")?)*\s*\/?>/g
const ATTRIBUTE = /\s([a-z-]+)="([^"]*)"/g
const ADDRESSES = ['cite', 'href', 'poster', 'src', 'srcset']

/**
 * Replaces the addresses in the server's html, in which `<` always begins a tag and attributes are
 * in double quotes. Null removes the attribute.
 */
function mapAddresses(html: string, map: (address: string) => string | null): string {
  const replaced = (attribute: string, name: string, value: string) => {
    if (!ADDRESSES.includes(name)) return attribute
    // Candidates of a srcset, each followed by its width or density.
    const addresses = name === 'srcset' ? value.split(', ') : [value]
    const mapped = addresses.map((item) => item.replace(/^\S*/, (address) => map(address) ?? ''))
    return mapped.join('') && ` ${name}="${mapped.join(', ')}"`
  }
  return html.replace(TAG, (tag) => tag.replace(ATTRIBUTE, replaced))
}
