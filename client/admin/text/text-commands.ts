/** The toolbar's commands on a text and its selection. Pure: the editor applies what comes out. */

export const TEXT_COMMANDS = ['bold', 'italic', 'link', 'heading', 'list', 'quote', 'code'] as const
export type TextCommand = (typeof TEXT_COMMANDS)[number]

interface Selection {
  text: string
  start: number
  end: number
}

/** Replace `from`..`to` by `insert`, then select `start`..`end`. */
export interface Edit {
  from: number
  to: number
  insert: string
  start: number
  end: number
}

/** What a command does to a selection; a second time it takes its marks away again. */
export function textEdit(command: TextCommand, selection: Selection): Edit {
  switch (command) {
    case 'bold':
      return wrapped(selection, '**', 'bold text')
    case 'italic':
      return wrapped(selection, '_', 'italic text')
    case 'code':
      return codeEdit(selection)
    case 'link':
      return linkEdit(selection)
    case 'heading':
      return prefixed(selection, '## ')
    case 'list':
      return prefixed(selection, '- ')
    case 'quote':
      return prefixed(selection, '> ')
  }
}

/** Emphasis does not reach over an empty line: each paragraph gets marks of its own. */
function wrapped(selection: Selection, mark: string, sample: string): Edit {
  const { text, start, end } = selection
  const chosen = text.slice(start, end)
  if (!/\n\s*\n/.test(chosen)) return wrappedLine(selection, mark, sample)
  const isOn = chosen.split(/\n\s*\n/).every((part) => isWrapped(part.trim(), mark))
  const insert = chosen.replace(/\S(?:.|\n(?!\s*\n))*/g, (part) => {
    const inner = part.trimEnd()
    const changed = isOn ? inner.slice(mark.length, -mark.length) : mark + inner + mark
    return changed + part.slice(inner.length)
  })
  return { from: start, to: end, insert, start, end: start + insert.length }
}

const isWrapped = (part: string, mark: string) =>
  part.length > 2 * mark.length && part.startsWith(mark) && part.endsWith(mark)

function wrappedLine({ text, start, end }: Selection, mark: string, sample: string): Edit {
  const outside = [text.slice(start - mark.length, start), text.slice(end, end + mark.length)]
  if (start >= mark.length && outside.every((part) => part === mark)) {
    const from = start - mark.length
    const insert = text.slice(start, end)
    return { from, to: end + mark.length, insert, start: from, end: from + insert.length }
  }
  const inner = text.slice(start, end) || sample
  const from = start + mark.length
  return {
    from: start,
    to: end,
    insert: mark + inner + mark,
    start: from,
    end: from + inner.length,
  }
}

function codeEdit(selection: Selection): Edit {
  const { text, start, end } = selection
  const chosen = text.slice(start, end)
  if (!chosen.includes('\n')) return wrapped(selection, '`', 'code')
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n'
  const insert = `${before}\`\`\`\n${chosen.replace(/\n$/, '')}\n\`\`\`\n`
  const from = start + before.length + 4
  return { from: start, to: end, insert, start: from, end: from + chosen.length }
}

const ADDRESS = 'https://'
const WHOLE_ADDRESS = /^https?:\/\/\S+$/

function linkEdit({ text, start, end }: Selection): Edit {
  const chosen = text.slice(start, end)
  if (WHOLE_ADDRESS.test(chosen)) {
    const insert = `[link text](${chosen})`
    return { from: start, to: end, insert, start: start + 1, end: start + 10 }
  }
  const label = chosen || 'link text'
  const from = start + label.length + 3
  const insert = `[${label}](${ADDRESS})`
  return { from: start, to: end, insert, start: from, end: from + ADDRESS.length }
}

function prefixed({ text, start, end }: Selection, prefix: string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end)
  const to = lineEnd < 0 ? text.length : lineEnd
  const lines = text.slice(from, to).split('\n')
  const isOn = lines.every((line) => line.startsWith(prefix))
  const insert = lines.map((line) => (isOn ? line.slice(prefix.length) : prefix + line)).join('\n')
  return { from, to, insert, start: from, end: from + insert.length }
}
