/**
 * MDX as markdown: imports and exports go, a component leaves the text inside it, a picture stays a
 * picture. Everything else stays as it was written; what went is named for the report.
 */
import type { Nodes, Root } from 'mdast'
import { htmlBlockNames } from 'micromark-util-html-tag-name'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { EXIT, SKIP, visit } from 'unist-util-visit'
import { image } from './image-references.ts'

type Element = Extract<Nodes, { type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' }>

/** What does not come along, each once. */
interface Gone {
  imports: Set<string>
  components: Set<string>
  code: Set<string>
}

interface Mdx {
  text: string
  /** Paths of imported pictures by the names that they have in the text. */
  pictures: ReadonlyMap<string, string>
  gone: Gone
}

/** A part of the text to replace, in characters. */
interface Change {
  start: number
  end: number
  text: string
}

const parser = unified().use(remarkParse).use(remarkMdx).freeze()
const IMPORT = /^import\s+(?:(\w+)\s+from\s+)?[^"'\n]*["']([^"'\n]+)["']/gm
const PICTURE = /\.(?:png|jpe?g|webp|gif|avif|svg)$/i
/** Code that is nothing but a text. */
const TEXT = /^\s*(["'`])([^"'`$]*)\1\s*$/
/** Attributes that say nothing to a reader, and values that are numbers and the like. */
const LOOKS = /^(?:style|class(?:Name|:list)?|key|ref|client:.*|on[A-Z].*)$/
const NO_WORDS = /^\s*(?:-?[\d.]+|true|false|null|undefined)?\s*$/
/** Tags with which a line begins HTML, in which markdown is none. */
const BLOCKS: ReadonlySet<string> = new Set(htmlBlockNames)
/** What is markdown beside plain text. */
const MARKED: ReadonlySet<string> = new Set(
  'blockquote break code delete emphasis heading image inlineCode link list strong thematicBreak'.split(
    ' ',
  ),
)

/** The text, and for the report what did not come along. */
export function mdxToMarkdown(text: string): { text: string; left: string[] } {
  const tree = parsed(text)
  if (tree === null) {
    return { text, left: ['MDX that cannot be parsed, whose code is shown as text'] }
  }
  const gone: Gone = { imports: new Set(), components: new Set(), code: new Set() }
  const code = tree.children.flatMap((node) => (node.type === 'mdxjsEsm' ? [node.value] : []))
  const imports = [...code.join('\n').matchAll(IMPORT)]
  const pictures = new Map(
    imports.flatMap(([, name, path = '']) => (name && PICTURE.test(path) ? [[name, path]] : [])),
  )
  const markdown = convert(tree, { text, pictures, gone })
  for (const [, , path = ''] of imports) if (!PICTURE.test(path)) gone.imports.add(path)
  const named = (what: string, names: ReadonlySet<string>) =>
    names.size > 0 ? [`${what}: ${[...names].join(', ')}`] : []
  return {
    text: markdown,
    left: [
      ...named('MDX imports', gone.imports),
      ...named('MDX components, whose text stays', gone.components),
      ...named('MDX code', gone.code),
    ],
  }
}

function convert(tree: Root, mdx: Mdx): string {
  const changes: Change[] = []
  visit(tree, (node, _, parent) => {
    const text = textFor(node, parent, mdx)
    if (text === null) return undefined
    const { position } = node
    changes.push({ start: position?.start.offset ?? 0, end: position?.end.offset ?? 0, text })
    return SKIP
  })
  let end = 0
  let markdown = ''
  for (const change of changes) {
    markdown += mdx.text.slice(end, change.start) + change.text
    end = change.end
  }
  return markdown + mdx.text.slice(end)
}

/** What stands for a part of MDX; null for what is markdown or HTML already. */
function textFor(node: Nodes, parent: Nodes | undefined, mdx: Mdx): string | null {
  if (node.type === 'mdxjsEsm') {
    // An exported component may hold words.
    const exported = /^export\b[\s\S]*/m.exec(node.value)?.[0]
    if (exported !== undefined) mdx.gone.code.add(exported.trim().replace(/\s+/g, ' '))
    return ''
  }
  if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression') {
    const text = TEXT.exec(node.value)?.[2]
    const isComment = /^\s*(?:\/\*[\s\S]*\*\/\s*)*$/.test(node.value)
    if (text === undefined && !isComment) mdx.gone.code.add(`{${node.value.trim()}}`)
    return text ?? ''
  }
  if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return null
  return elementText(node, parent?.type === 'paragraph' ? parent : node, mdx)
}

/** @param line the element, or the paragraph that it stands in */
function elementText(element: Element, line: Nodes, mdx: Mdx): string | null {
  const name = element.name ?? ''
  const attributes = attributesOf(element, mdx)
  if (/^(?:img|Image|Img|Picture)$/.test(name) && attributes.has('src')) {
    return image(attributes.get('alt'), attributes.get('src') ?? '', attributes.get('title'))
  }
  const isHtml = /^[a-z][a-z0-9]*$/.test(name)
  const isFlow = element.type === 'mdxJsxFlowElement'
  const isMarkedBlock = (isFlow || BLOCKS.has(name)) && hasMarkdown(line)
  if (isHtml && isPlainHtml(element) && !isMarkedBlock) return null
  const words = [...attributes].map(([key, value]) => ` ${key}="${value}"`).join('')
  if (!isHtml && name !== '') mdx.gone.components.add(`<${name}${words}>`)
  const inside = insideText(element, mdx)
  if (!isHtml) return isFlow ? `\n${inside}\n` : inside
  const around = isFlow || isMarkedBlock ? '\n\n' : ''
  const tag = `${name}${words.replaceAll(' className=', ' class=')}`
  return `<${tag}>${around}${inside}${around}</${name}>${isMarkedBlock ? '\n' : ''}`
}

/** Attributes with a text, and those that are an imported picture; other code is named. */
function attributesOf({ attributes }: Element, { pictures, gone }: Mdx): Map<string, string> {
  return new Map(
    attributes.flatMap((attribute): [string, string][] => {
      if (attribute.type !== 'mdxJsxAttribute') {
        gone.code.add(`{${attribute.value}}`)
        return []
      }
      const { name, value } = attribute
      if (typeof value === 'string') return [[name, value]]
      const code = value?.value ?? ''
      const text = pictures.get(code.trim().replace(/\.src$/, '')) ?? TEXT.exec(code)?.[2]
      if (text !== undefined) return [[name, text]]
      if (!LOOKS.test(name) && !NO_WORDS.test(code)) gone.code.add(`${name}={${code}}`)
      return []
    }),
  )
}

function hasMarkdown(element: Nodes): boolean {
  let isMarked = false
  visit(element, (node) => {
    isMarked ||= MARKED.has(node.type)
    return isMarked ? EXIT : undefined
  })
  return isMarked
}

function isPlainHtml({ attributes }: Element): boolean {
  return attributes.every(
    (attribute) =>
      attribute.type === 'mdxJsxAttribute' &&
      attribute.name !== 'className' &&
      (typeof attribute.value === 'string' || !attribute.value),
  )
}

/** The text inside an element, without the indentation that code in MDX has. */
function insideText({ type, children }: Element, { text, pictures, gone }: Mdx): string {
  const [first] = children
  const from = first?.position?.start.offset
  const to = children.at(-1)?.position?.end.offset
  if (from === undefined || to === undefined) return ''
  const isFlow = type === 'mdxJsxFlowElement'
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from)
  const start = isFlow && line.trim() === '' ? from - line.length : from
  const inside = isFlow ? withoutIndent(text.slice(start, to)) : text.slice(start, to)
  const tree = parsed(inside)
  return tree === null ? inside : convert(tree, { text: inside, pictures, gone })
}

function withoutIndent(text: string): string {
  const lines = text.split('\n')
  const depths = lines.flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)]))
  const depth = Math.min(...depths)
  return lines.map((line) => line.slice(Math.min(depth, line.search(/\S|$/)))).join('\n')
}

function parsed(text: string): Root | null {
  try {
    return parser.parse(text)
  } catch {
    // Older MDX has HTML comments and signs that today's does not take.
    return null
  }
}
