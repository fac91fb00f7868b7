/** Text that a strict parser took: XML 1.0 with namespaces, and iCalendar. Both throw for a fault. */
import { SaxesParser } from 'saxes'
import type { QueryContext } from '../queries/query-context.ts'
import { FEED_FORMATS } from '../web/feeds/feed-formats.ts'
import { feedTags, loadFeed } from '../web/feeds/feed-source.ts'

interface XmlElement {
  name: string
  attributes: Record<string, string>
  elements: XmlElement[]
  text: string
}

/** A document as an element with its root in it. @throws Error when it is not well-formed */
export function parseXml(xml: string): XmlElement {
  const document: XmlElement = { name: '', attributes: {}, elements: [], text: '' }
  const open = [document]
  const parser = new SaxesParser({ xmlns: true })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value])
    const element = { name, attributes: Object.fromEntries(values), elements: [], text: '' }
    open.at(-1)?.elements.push(element)
    open.push(element)
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => open.pop())
  parser.write(xml).close()
  return document
}

/** The feeds at an address with these options: Atom and RSS as XML, JSON as a value. */
export async function parseFeeds(context: QueryContext, search: string) {
  const texts = FEED_FORMATS.map(async ({ path, write }) => {
    const tags = feedTags(path + search, context.snapshot)
    return write(await loadFeed({ path, tags }, context))
  })
  const [atom = '', rss = '', json = ''] = await Promise.all(texts)
  return { atom: parseXml(atom), rss: parseXml(rss), json: JSON.parse(json) }
}

/** Every element with a name, however deep. */
export function find({ elements }: XmlElement, name: string): XmlElement[] {
  return elements.flatMap((one) => [...(one.name === name ? [one] : []), ...find(one, name)])
}

/** The texts of these elements. */
export const textsOf = (element: XmlElement, name: string) =>
  find(element, name).map(({ text }) => text)

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
