/**
 * Converts MDX to markdown: removes imports, exports and code, replaces a component by its text,
 * keeps images. Removed parts are listed in the report.
 */
import { outsideCode } from './outside-code.ts'
import type { PlainText } from './plain-text.ts'

// All repetitions are bounded; otherwise a malicious text would take hours.
const IMPORT = /^import\s(?:(\w{1,99})\s)?[^"'`]{0,999}["']([^"'\n]{1,999})["'];?[ \t]*$/gm
const EXPORT = /^export\s[\s\S]{0,9999}?(?:\n(?=\n)|$(?![\s\S]))/gm
const COMMENT = /\{\s{0,9}\/\*[\s\S]{0,9999}?\*\/\s{0,9}\}/g
const BRACES = String.raw`\{((?:[^{}]|\{[^{}]{0,999}\}){0,999})\}`
const CODE_ATTRIBUTE = new RegExp(String.raw`(\s[\w:-]{1,99}=)${BRACES}`, 'g')
const EXPRESSION = new RegExp(BRACES, 'g')
const COMPONENT = /<\/?(?:[A-Z][\w.]{0,99}(?:\s[^>]{0,1999})?)?>/g
const IMAGE = /<(?:Image|Img|Picture)(?=\s)/g
/** Code that is only a string literal. */
const TEXT = /^\s*(["'`])([^"'`$]*)\1\s*$/
/** A template literal outside fences, which markdown would read as inline code. */
const FENCE_OR_TEMPLATE =
  /^ {0,3}```[\s\S]{0,99999}?^ {0,3}```|\{\s{0,9}`([^`$"\n]{0,999})`\s{0,9}\}/gm
/** A line with only a tag, after which MDX has markdown again. */
const LONE_TAG = /^[ \t]*(<\/?[a-z][^>\n]{0,1999}>)[ \t]*$/gm

export function mdxToMarkdown(mdx: string): PlainText {
  const imports = new Map<string, string>()
  const removed = new Set<string>()
  const drop = (all: string) => {
    if (!all.startsWith('</') && all !== '<>') removed.add(all.replace(/\s+/g, ' ').trim())
    return ''
  }
  const textOf = (code: string) =>
    imports.get(code.trim().replace(/\.src$/, '')) ?? TEXT.exec(code)?.[2]
  const quoted = mdx.replace(FENCE_OR_TEMPLATE, (all, template?: string) =>
    template === undefined ? all : `{"${template}"}`,
  )
  // Read all imports first, since any part of the text may use them.
  const read = outsideCode(quoted, (part) =>
    part.replace(IMPORT, (all, name: string | undefined, from: string) => {
      if (name === undefined || !/\.\w+$/.test(from) || /\.(?:astro|[jt]sx?)$/.test(from))
        return drop(all)
      imports.set(name, from)
      return ''
    }),
  )
  const text = outsideCode(read, (part) =>
    part
      .replace(EXPORT, drop)
      .replace(COMMENT, '')
      .replace(CODE_ATTRIBUTE, (all, name: string, code: string) => {
        const value = textOf(code)
        return value === undefined ? drop(all) : `${name}"${value}"`
      })
      .replace(IMAGE, '<img')
      .replace(COMPONENT, drop)
      .replace(EXPRESSION, (all, code: string) => textOf(code) ?? drop(all))
      .replace(LONE_TAG, '\n$1\n'),
  )
  const notes = removed.size === 0 ? [] : [`MDX that is no markdown: ${[...removed].join(', ')}`]
  return { text, notes }
}
