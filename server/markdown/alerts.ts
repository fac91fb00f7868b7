/**
 * GitHub's alerts: a quote at the top level that begins with the line `[!NOTE]` gets a title in its
 * place. It stays a quote, so that it reads well where no sheet of ours is: in feeds and mails.
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

/** Classes of an alert and of its title; nothing else on these elements passes the sanitiser. */
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
  // Whatever else stands in the marker's line, or nothing below it, makes it a quote like others.
  const isWhole = marker.endsWith('\n') || next === undefined || next.type === 'break'
  const isEmpty = text.value === marker && next === undefined && more.length === 0
  if (marker === '' || !isWhole || isEmpty) return
  const start = text.position?.start.offset ?? 0
  // In the text's value an escaped bracket looks like any other.
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
