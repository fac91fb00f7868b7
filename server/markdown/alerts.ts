/**
 * GitHub's alerts: in a top-level quote that begins with the line `[!NOTE]`, a title replaces that
 * line. It stays a blockquote, so it is readable without our style sheet, as in feeds.
 */
import type { Blockquote, Root } from 'mdast'

const TITLES = ['Note', 'Tip', 'Important', 'Warning', 'Caution']
const MARKER = new RegExp(`^\\[!(${TITLES.join('|')})\\](?:[ \\t]*\\n|$)`, 'i')

/** Classes of an alert and its title, the only ones that the sanitiser allows on them. */
export const ALERT_CLASSES: readonly string[] = [
  'markdown-alert',
  ...TITLES.map((title) => `markdown-alert-${title.toLowerCase()}`),
]
export const ALERT_TITLE_CLASS = 'markdown-alert-title'

export function remarkAlerts() {
  return (tree: Root, file: { value: unknown }) => {
    const quotes = tree.children.filter((node) => node.type === 'blockquote')
    for (const quote of quotes) turnIntoAlert(quote, String(file.value))
  }
}

function turnIntoAlert(quote: Blockquote, source: string): void {
  const [first, ...others] = quote.children
  const [text, next] = first?.type === 'paragraph' ? first.children : []
  if (first?.type !== 'paragraph' || text?.type !== 'text') return
  const [marker = '', kind = ''] = MARKER.exec(text.value) ?? []
  // It is a plain quote if the marker's line has more text, or no text follows.
  const isWhole = marker.endsWith('\n') || next === undefined || next.type === 'break'
  const isEmpty = text.value === marker && next === undefined && others.length === 0
  if (marker === '' || !isWhole || isEmpty) return
  // The node's value does not show whether the bracket was escaped; the source does.
  if (source[text.position?.start.offset ?? 0] !== '[') return
  text.value = text.value.slice(marker.length)
  if (text.value === '') first.children.splice(0, next?.type === 'break' ? 2 : 1)
  if (first.children.length === 0) quote.children.shift()
  const name = kind.toLowerCase()
  const className = ['markdown-alert', `markdown-alert-${name}`]
  quote.data = { hProperties: { className, role: 'note' } }
  const value = TITLES.find((title) => title.toLowerCase() === name) ?? ''
  quote.children.unshift({
    type: 'paragraph',
    data: { hProperties: { className: [ALERT_TITLE_CLASS] } },
    children: [{ type: 'strong', children: [{ type: 'text', value }] }],
  })
}
