/** Text that a strict parser took: XML 1.0 with namespaces, and iCalendar. Both throw for a fault. */
import { SaxesParser } from 'saxes'
import { type Element, xml2js } from 'xml-js'

/** The text itself, when it is well-formed XML. @throws Error with the place of the first fault */
export function wellFormed(xml: string): string {
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return xml
}

/** As elements. @throws Error when it is not well-formed */
export const parseXml = (xml: string) => xml2js(wellFormed(xml), { compact: false }) as Element

/** Every element with a name, however deep. */
export function find(element: Element, name: string): Element[] {
  const own = (element.elements ?? []).filter((child) => child.name === name)
  return [...own, ...(element.elements ?? []).flatMap((child) => find(child, name))]
}

const textOf = ({ elements = [] }: Element) =>
  elements.map(({ text, cdata }) => String(text ?? cdata ?? '')).join('')

/** The texts of these elements. */
export const textsOf = (element: Element, name: string) => find(element, name).map(textOf)

const CONTENT_LINE = /^([A-Z][A-Z0-9-]*)((?:;[A-Z][A-Z0-9-]*=[^\p{Cc}";:,]*)*):([^\p{Cc}]*)$/u

/** Names and values of an iCalendar's lines, unfolded. @throws Error for a line that is none */
export function calendarLines(text: string): [string, string][] {
  if (!text.endsWith('\r\n')) throw new Error('The last line has no end.')
  const open: string[] = []
  const lines = text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n')
  const read = lines.map((line): [string, string] => {
    const [, name = '', , value = ''] = CONTENT_LINE.exec(line) ?? []
    if (name === '') throw new Error(`Not a content line: ${JSON.stringify(line)}`)
    if (name === 'BEGIN') open.push(value)
    if (name === 'END' && open.pop() !== value) throw new Error(`${value} ends and has not begun.`)
    return [name, value]
  })
  if (open.length > 0) throw new Error(`${open.join(', ')} does not end.`)
  return read
}
