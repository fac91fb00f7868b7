/**
 * Formulas in markdown, `$…$` in a line and `$$…$$` on lines of their own, as MathML, which needs
 * neither a script nor a font. The tokenizer decides what a formula is, so that all other text is
 * parsed as on a site without formulas: `remark-math` takes any pair of dollars, and all that
 * follows `$$`. Loaded only for texts with formulas, since KaTeX is larger than the rest.
 */
import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import type { Code, Root as MarkdownRoot } from 'mdast'
import type { Construct, State } from 'micromark-util-types'
import rehypeKatex, { type Options } from 'rehype-katex'
import remarkMath from 'remark-math'
import type { PluggableList, Processor } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import type { NotShown } from '#domain/answers/admin-answers.ts'
import { scrollable } from './html-plugins.ts'
import { type NotingFile, noteNotShown } from './written-html.ts'

/**
 * A formula in a line. Other dollars are prices: one before a blank or after a letter, digit or
 * dollar begins none, one after a blank or before a digit or dollar ends none. A backslash takes the
 * next character with it.
 */
const FORMULA =
  /(?<![\p{L}\p{N}$])\$(?![\s$])(?:[^\\$]|\\.)*(?<!\s)\$(?![\d$])|(?<!\$)\$\$(?!\$)(?:[^\\$]|\\.|\$(?!\$))+\$\$(?!\$)/suy
/** The last line of a display formula. */
const END_LINE = /^[ \t>]*\$\$+[ \t]*\r?$/gm
declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathText: 'mathText'
    mathTextData: 'mathTextData'
  }
}

/** Codes of micromark: of `$`, and the limit below which all are line endings. */
const DOLLAR = 36
const LINE_ENDING_BELOW = -2
const OPEN_REASON = 'A formula begins here and is never closed; it is shown as it was written.'

/** Parses formulas as nodes of `remark-math`. */
export function remarkFormulas(this: Processor) {
  remarkMath.call(this)
  const { parser } = this
  const extensions = this.data().micromarkExtensions ?? []
  // `remark-math` has just one construct.
  const display = extensions.pop()?.flow?.[DOLLAR] as Construct
  let source = ''
  let lastEnd = -1
  /** Line of a `$$` that is never closed. */
  let openLine: number | null = null
  this.parser = (document, file) => {
    source = document.replace(/^\ufeff/, '')
    lastEnd = [...source.matchAll(END_LINE)].at(-1)?.index ?? -1
    openLine = null
    return parser?.(document, file) ?? { type: 'root', children: [] }
  }
  const closedDisplay: Construct = {
    ...display,
    tokenize(effects, ok, nok) {
      const { offset, line } = this.now()
      if (offset < lastEnd) return display.tokenize.call(this, effects, ok, nok)
      if (lastEnd >= 0 && !source.slice(lastEnd, offset).includes('\n')) openLine = line
      return nok
    },
  }
  const inline: Construct = {
    name: 'mathText',
    tokenize(effects, ok, nok) {
      const start = this.now().offset
      FORMULA.lastIndex = start
      const [formula] = FORMULA.exec(source) ?? []
      if (formula === undefined) return nok
      const dollars = formula.startsWith('$$') ? 2 : 1
      const end = start + formula.length
      const read: State = (code) => {
        if (code === null) return nok(code)
        const { offset } = this.now()
        if (offset === start) effects.enter('mathText')
        const isInside = offset >= start + dollars && (offset < end - dollars || code !== DOLLAR)
        // A token for each character: only line endings may span lines.
        const type = code < LINE_ENDING_BELOW ? 'lineEnding' : 'mathTextData'
        if (isInside) effects.enter(type)
        effects.consume(code)
        if (isInside) effects.exit(type)
        return offset < end - 1 ? read : close
      }
      const close: State = (code) => {
        effects.exit('mathText')
        return ok(code)
      }
      return read
    },
  }
  extensions.push({ flow: { [DOLLAR]: closedDisplay }, text: { [DOLLAR]: inline } })
  return (tree: MarkdownRoot, file: NotingFile) => {
    if (openLine !== null) noteNotShown(file, [{ line: openLine, reason: OPEN_REASON }])
    showFormulas(tree, source)
  }
}

/** Makes display formulas of those on lines of their own. @param source of the tree */
function showFormulas(tree: MarkdownRoot, source: string): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'tableCell') visit(node, 'inlineMath', unescapeBars)
    if (!parent || index === undefined) return
    const only = node.type === 'paragraph' && node.children.length === 1 ? node.children[0] : null
    const isAlone = source.startsWith('$$', node.position?.start.offset)
    if (node.type === 'math') {
      parent.children[index] = displayed(`${node.meta ?? ''}\n${node.value}`)
    } else if (only?.type === 'inlineMath' && isAlone) {
      parent.children[index] = displayed(only.value)
    }
  })
}

/** A code block of the language `math` is a display formula, too. */
function displayed(formula: string): Code {
  return { type: 'code', lang: 'math', value: formula.trim() }
}

/** In a table `\|` is a bar, as in code. */
function unescapeBars(node: { value: string; data?: object | undefined }): void {
  const value = node.value.replaceAll('\\|', '|')
  node.data = { ...node.data, hChildren: [{ type: 'text', value }] }
}

const KATEX: Options = {
  output: 'mathml',
  trust: false,
  strict: 'ignore',
  // Limits for macro expansions, and for sizes in em.
  maxExpand: 500,
  maxSize: 50,
}

/** Plugins after the sanitiser, which keeps formulas as code of the language `math`. */
export const mathFormulas: PluggableList = [[rehypeKatex, KATEX], rehypeFormulas]

interface FormulaFile extends NotingFile {
  messages: readonly { source?: string | undefined; line?: number | undefined; cause?: unknown }[]
}

/** A formula that KaTeX refused. */
function fault({ line = 1, cause }: FormulaFile['messages'][number]): NotShown {
  const message = cause instanceof Error ? cause.message : String(cause)
  // KaTeX underlines the place of the fault.
  const reason = message.replace(/^KaTeX parse error: /, '').replaceAll('\u0332', '')
  return { line, reason: `A formula is shown as it was written: ${reason}` }
}

/**
 * Keeps only KaTeX's MathML, with the TeX source as text alternative; an invalid formula is shown
 * as source. Removes inline styles, which the content security policy blocks.
 */
function rehypeFormulas() {
  return (tree: Root, file: FormulaFile) => {
    noteNotShown(file, file.messages.filter(({ source }) => source === 'rehype-katex').map(fault))
    visit(tree, 'element', (element, index, parent) => {
      const [name] = Array.isArray(element.properties.className) ? element.properties.className : []
      if (!parent || index === undefined) return
      if (name === 'katex-error') {
        const title = String(element.properties.title).replace(/^ParseError: /, '')
        Object.assign(element, { tagName: 'code', properties: { className: [name], title } })
      } else if (name === 'katex') {
        parent.children[index] = formulaIn(element)
        return SKIP
      }
      return
    })
  }
}

function formulaIn(katex: Element): Element {
  let math = katex
  visit(katex, 'element', (element, index, parent) => {
    delete element.properties.style
    if (element.tagName === 'math') math = element
    // Without MathML support the formula would be shown twice.
    if (element.tagName !== 'annotation' || !parent || index === undefined) return
    math.properties.alttext = textOf(element).trim()
    parent.children.splice(index, 1)
    return index
  })
  if (math.properties.display !== 'block') return math
  return scrollable(math, 'math-scroll', 'Formula')
}
