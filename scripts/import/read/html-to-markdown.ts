/**
 * The HTML that a writing program stores, as markdown: paragraphs, headings, lists, quotes, code,
 * links, pictures, emphasis. Other tags are dropped, their text stays, and their names are told.
 */

const TOKEN = /<!--[\s\S]*?-->|<\/?[a-z][^>]*>|[^<]+|</gi
/** Tags that carry nothing which markdown lacks. */
const SILENT: ReadonlySet<string> = new Set([
  'div',
  'span',
  'figure',
  'section',
  'tbody',
  'html',
  'body',
])
const BLOCKS: ReadonlySet<string> = new Set([
  'p',
  'div',
  'figure',
  'figcaption',
  'section',
  'table',
  'tr',
])
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'svg'])
const MARKS: Readonly<Record<string, string>> = {
  em: '*',
  i: '*',
  strong: '**',
  b: '**',
  del: '~~',
  s: '~~',
}
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  mdash: '—',
  ndash: '–',
}

interface List {
  isOrdered: boolean
  count: number
}

/** @returns the text, and the names of the tags that did not come along */
export function htmlToMarkdown(html: string): { markdown: string; dropped: string[] } {
  const dropped = new Set<string>()
  const lists: List[] = []
  const links: string[] = []
  let quotes = 0
  let unseen = 0
  let isCode = false
  let isCodeInLine = false
  let out = ''

  /** Begins a line, with a blank one before it between blocks. */
  function lineStart(blank: boolean): void {
    const margin = `${'> '.repeat(quotes)}${'   '.repeat(Math.max(0, lists.length))}`
    // What was begun and has no text yet is begun anew.
    out = out.replace(/(?:(?:^|\n)[> ]*)+$/, '').trimEnd()
    if (out === '') out = margin.trimStart() === '' ? '' : margin
    else out += `\n${blank ? `${'> '.repeat(quotes).trimEnd()}\n` : ''}${margin}`
  }

  function addText(raw: string): void {
    const text = decodeEntities(raw)
    if (isCode) {
      out += text
      return
    }
    const line = text.replace(/[ \t\r\n]+/g, ' ')
    if (isCodeInLine) {
      out += line
      return
    }
    const escaped = line.replace(/[\\`*_[\]<]/g, '\\$&')
    const isAtStart = /(?:^|\n)[> ]*$/.test(out)
    const start = isAtStart ? escaped.trimStart() : escaped
    out += isAtStart
      ? start.replace(/^(?:#|[-+>]|\d+(?=[.)]))/, (mark) =>
          /\d/.test(mark) ? `${mark}\\` : `\\${mark}`,
        )
      : start
  }

  function open(tag: string, attributes: string): void {
    if (/^h[1-6]$/.test(tag)) {
      lineStart(true)
      out += `${'#'.repeat(Number(tag[1]))} `
    } else if (tag === 'ul' || tag === 'ol') {
      if (lists.length === 0) lineStart(true)
      lists.push({ isOrdered: tag === 'ol', count: 0 })
    } else if (tag === 'li') openItem()
    else if (tag === 'blockquote') {
      quotes += 1
      lineStart(true)
    } else if (tag === 'pre') {
      lineStart(true)
      out += '```\n'
      isCode = true
    } else if (tag === 'code') {
      isCodeInLine = !isCode
      if (!isCode) out += '`'
      else
        out = out.replace(/```\n$/, `\`\`\`${/language-([\w+#-]+)/.exec(attributes)?.[1] ?? ''}\n`)
    } else if (tag === 'br') out += '\\\n'
    else if (tag === 'hr') {
      lineStart(true)
      out += '---'
      lineStart(true)
    } else if (tag === 'a') {
      links.push(attribute(attributes, 'href'))
      out += '['
    } else if (tag === 'img') {
      out += `![${attribute(attributes, 'alt')}](${attribute(attributes, 'src')})`
    } else if (tag === 'iframe' || tag === 'video' || tag === 'audio') {
      const source = attribute(attributes, 'src')
      dropped.add(tag)
      lineStart(true)
      if (source !== '') out += `<${source}>`
    } else if (BLOCKS.has(tag)) {
      // A paragraph that begins an item stands beside its mark.
      if (!/(?:-|\d\.) $/.test(out)) lineStart(true)
    }
    if (MARKS[tag] !== undefined) out += MARKS[tag]
    else if (!SILENT.has(tag) && !isConverted(tag)) dropped.add(tag)
  }

  function openItem(): void {
    const list = lists.at(-1) ?? { isOrdered: false, count: 0 }
    list.count += 1
    const depth = lists.length
    out = `${out.trimEnd()}${out.trim() === '' ? '' : '\n'}${'> '.repeat(quotes)}${'   '.repeat(Math.max(0, depth - 1))}`
    if (list.count === 1 && depth === 1 && out.trim() !== '')
      out = out.replace(/\n([> ]*)$/, '\n\n$1')
    out += list.isOrdered ? `${list.count}. ` : '- '
  }

  function close(tag: string): void {
    if (MARKS[tag] !== undefined) out += MARKS[tag]
    else if (tag === 'a') out += `](${links.pop() ?? ''})`
    else if (tag === 'code' && !isCode) {
      isCodeInLine = false
      out += '`'
    } else if (tag === 'pre') {
      isCode = false
      out = `${out.trimEnd()}\n\`\`\``
      lineStart(true)
    } else if (tag === 'ul' || tag === 'ol') {
      lists.pop()
      if (lists.length === 0) lineStart(true)
    } else if (tag === 'blockquote') {
      quotes -= 1
      out = out.replace(/[> \n]+$/, '')
      lineStart(true)
    } else if (/^h[1-6]$/.test(tag) || BLOCKS.has(tag)) lineStart(true)
  }

  for (const [token] of html.matchAll(TOKEN)) {
    const [, slash, name = '', attributes = ''] =
      /^<(\/?)([a-z][\w-]*)([\s\S]*)>$/i.exec(token) ?? []
    const tag = name.toLowerCase()
    if (UNSEEN.has(tag)) {
      dropped.add(tag)
      unseen = Math.max(0, unseen + (slash === '/' ? -1 : 1))
    } else if (unseen > 0 || token.startsWith('<!--')) continue
    else if (tag === '') addText(token)
    else if (slash === '/') close(tag)
    else open(tag, attributes)
  }
  const markdown = out
    .replace(/^(?:> ?)+$\n(?=(?:> ?)+$)/gm, '')
    .replace(/[ \t]+$/gm, '')
    .trim()
  return { markdown, dropped: [...dropped] }
}

function isConverted(tag: string): boolean {
  return /^(?:h[1-6]|p|ul|ol|li|blockquote|pre|code|br|hr|a|img|figcaption)$/.test(tag)
}

function attribute(attributes: string, name: string): string {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes)
  return decodeEntities(found?.[1] ?? found?.[2] ?? '').replaceAll('__GHOST_URL__', '')
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? all
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}
