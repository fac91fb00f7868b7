/** Text for XML and HTML, and the template that escapes it. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Removes the characters that XML 1.0 cannot represent. */
export function xmlText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '').replace(FORBIDDEN, '')
}

/** Escapes text for elements and quoted attributes. */
export function escapeXml(text: string): string {
  return xmlText(text).replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}

/** XML markup, which is not escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type XmlValue = string | number | Markup | readonly Markup[]

/** Template tag for XML: escapes strings, keeps markup, joins lists. */
export function xml(strings: TemplateStringsArray, ...values: XmlValue[]): Markup {
  const written = values.map((value) => {
    if (value instanceof Markup) return value.text
    return typeof value === 'object'
      ? value.map(({ text }) => text).join('')
      : escapeXml(String(value))
  })
  return new Markup(String.raw({ raw: strings }, ...written))
}

/** Html as a CDATA section. @param html without `]]>` */
export function cdata(html: string): Markup {
  return new Markup(`<![CDATA[${html}]]>`)
}

/** An XML document with its declaration. */
export function xmlDocument(root: Markup): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.text}\n`
}
