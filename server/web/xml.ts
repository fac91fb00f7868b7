/** The template that escapes text for XML. */
import { escapeXml } from '#domain/texts/escaped.ts'

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

/** Html as a CDATA section. */
export function cdata(html: string): Markup {
  return new Markup(`<![CDATA[${html.replaceAll(']]>', ']]&gt;')}]]>`)
}

/** An XML document with its declaration. */
export function xmlDocument(root: Markup): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.text}\n`
}
