/**
 * GitHub's alerts: in a top-level quote that begins with the line `[!NOTE]`, a title replaces that
 * line. It stays a blockquote, so it is readable without our style sheet, as in feeds.
 */
import type { Blockquote, Root } from 'mdast'

const TITLES: Record<string, string> = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
}
const MARKER = /^\[!(note|tip|important|warning|caution)\](?:[ \t]*\n|$)/i

/** Classes of an alert and its title, the only ones that the sanitiser allows on them. */
export const ALERT_CLASSES: readonly string[] = [
  'markdown-alert',
  ...Object.keys(TITLES).map((kind) => `markdown-alert-${kind}`),
]
export const ALERT_TITLE_CLASS = 'markdown-alert-title'

export function remarkAlerts() {
  return (tree: Root, file: { value: unknown }) => {
    for (const node of tree.children) {
      if (node.type === 'blockquote') turnIntoAlert(node, String(file.value))
    }
  }
}

function turnIntoAlert(quote: Blockquote, source: string): void {
  const [first, ...more] = quote.children
  const [text, next] = first?.type === 'paragraph' ? first.children : []
  if (first?.type !== 'paragraph' || text?.type !== 'text') return
  const [marker = '', kind = ''] = MARKER.exec(text.value) ?? []
  // It is a plain quote if the marker's line has more text, or no text follows.
  const isWhole = marker.endsWith('\n') || next === undefined || next.type === 'break'
  const isEmpty = text.value === marker && next === undefined && more.length === 0
  if (marker === '' || !isWhole || isEmpty) return
  const start = text.position?.start.offset ?? 0
  // The node's value does not show whether the bracket was escaped; the source does.
  if (!MARKER.test(source.slice(start, start + kind.length + '[!]'.length))) return
  text.value = text.value.slice(marker.length)
  if (text.value === '') first.children.splice(0, next?.type === 'break' ? 2 : 1)
  if (first.children.length === 0) quote.children.shift()
  const lower = kind.toLowerCase()
  quote.data = {
    hProperties: { className: ['markdown-alert', `markdown-alert-${lower}`], role: 'note' },
  }
  const title = { type: 'text', value: TITLES[lower] ?? '' } as const
  quote.children.unshift({
    type: 'paragraph',
    data: { hProperties: { className: [ALERT_TITLE_CLASS] } },
    children: [{ type: 'strong', children: [title] }],
  })
}
