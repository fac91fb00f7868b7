/**
 * MDX as markdown: imports and exports go, a component leaves the text inside it, a picture stays a
 * picture. What went is named for the report as it was written.
 */
import { image } from './image-references.ts'
import { outsideCode } from './linked-text.ts'

// Each part has a bound, without which a text of beginnings would take hours.
const IMPORT = /^import\s(?:(\w{1,99})\s)?[^"'`]{0,999}["']([^"'\n]{1,999})["'];?[ \t]*$/gm
const EXPORT = /^export\s[\s\S]{0,9999}?(?:\n(?=\n)|$(?![\s\S]))/gm
const COMMENT = /\{\s{0,9}\/\*[\s\S]{0,9999}?\*\/\s{0,9}\}/g
const CODE = String.raw`\{(?:[^{}]|\{[^{}]{0,999}\}){0,999}\}`
const ATTRIBUTE = String.raw`\s{1,99}(?:[\w:-]{1,99}(?:=(?:"[^"]{0,999}"|'[^']{0,999}'|${CODE}))?|${CODE})`
const TAG = new RegExp(
  String.raw`<(/?)([A-Za-z][\w.]{0,99}|)((?:${ATTRIBUTE}){0,50})\s{0,99}(/?)>`,
  'g',
)
const EXPRESSION = new RegExp(CODE, 'g')
const NAMED = /\s([\w:-]+)(?:=(?:"([^"]*)"|'([^']*)'|\{([\s\S]*)\}))?$/
const PICTURE = /\.(?:png|jpe?g|webp|gif|avif|svg)$/i
/** Code that is nothing but a text. */
const TEXT = /^\s*(["'`])([^"'`$]*)\1\s*$/
/** A text between backticks, which outside of fences would be taken for code in a line. */
const FENCE_OR_TEMPLATE =
  /^ {0,3}```[\s\S]{0,99999}?^ {0,3}```|\{\s{0,9}`([^`$"\n]{0,999})`\s{0,9}\}/gm
/** Attributes that say nothing to a reader. */
const LOOKS = /^(?:style|class(?:Name|:list)?|key|ref|client:.*|on[A-Z].*)$/
/** A component with its lines, whose indentation would be code in markdown. */
const BLOCK = /^( {0,20})<([A-Z]\w{0,99})\b[^\n]{0,999}>\n[\s\S]{0,99999}?\n\1<\/\2>/gm
/** In MDX a line of one tag has markdown behind it. */
const LONE_TAG = /^[ \t]*(<\/?[a-z][^>\n]{0,1999}>)[ \t]*$/gm

/** The text, and for the report what did not come along. */
export function mdxToMarkdown(text: string): { text: string; left: string[] } {
  const pictures = new Map<string, string>()
  const imports = new Set<string>()
  const components = new Set<string>()
  const code = new Set<string>()
  const textOfCode = (expression: string) =>
    pictures.get(expression.trim().replace(/\.src$/, '')) ?? TEXT.exec(expression)?.[2]

  function tag(all: string, end: string, name: string, written: string): string {
    const isHtml = /^[a-z][a-z0-9]*$/.test(name)
    if (isHtml && !/[{]|className/.test(written)) return all
    const attributes = written.match(new RegExp(ATTRIBUTE, 'g')) ?? []
    const values = attributes.flatMap((attribute) => {
      const [, key = '', ...found] = NAMED.exec(attribute) ?? []
      const value = found[0] ?? found[1] ?? textOfCode(found[2] ?? '')
      if (value !== undefined) return [[key.replace('className', 'class'), value]]
      if (isHtml && !LOOKS.test(key)) code.add(attribute.trim())
      return []
    })
    const { src, alt, title }: Record<string, string> = Object.fromEntries(values)
    if (/^(?:img|Image|Img|Picture)$/.test(name) && src !== undefined) return image(alt, src, title)
    if (isHtml)
      return `<${end}${name}${values.map(([key, value]) => ` ${key}="${value}"`).join('')}>`
    if (name !== '' && end === '') components.add(all.replace(/\s+/g, ' ').replace(/ ?\/>$/, '>'))
    return ''
  }

  const quoted = text.replace(FENCE_OR_TEMPLATE, (all, template?: string) =>
    template === undefined ? all : `{"${template}"}`,
  )
  const dedented = quoted.replace(BLOCK, withoutIndent)
  const markdown = outsideCode(dedented, (part) =>
    part
      .replace(IMPORT, (_, name: string | undefined, path: string) => {
        if (name && PICTURE.test(path)) pictures.set(name, path)
        else imports.add(path)
        return ''
      })
      .replace(EXPORT, (words) => {
        code.add(words.trim().replace(/\s+/g, ' '))
        return ''
      })
      .replace(COMMENT, '')
      .replace(TAG, tag)
      .replace(EXPRESSION, (all) => {
        const value = textOfCode(all.slice(1, -1))
        if (value === undefined) code.add(all)
        return value ?? ''
      })
      .replace(LONE_TAG, '\n$1\n'),
  )
  const named = (what: string, names: ReadonlySet<string>) =>
    names.size > 0 ? [`${what}: ${[...names].join(', ')}`] : []
  return {
    text: markdown,
    left: [
      ...named('MDX imports', imports),
      ...named('MDX components, whose text stays', components),
      ...named('MDX code', code),
    ],
  }
}

/** The lines between the first and the last, with the least indentation of them taken away. */
function withoutIndent(block: string): string {
  const lines = block.split('\n')
  const inside = lines.slice(1, -1)
  const depths = inside.flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)]))
  const depth = depths.length > 0 ? Math.min(...depths) : 0
  const dedented = inside.map((line) => line.slice(Math.min(depth, line.search(/\S|$/))))
  return [lines[0], '', ...dedented, '', lines.at(-1)].join('\n')
}
