/**
 * Formulas as MathML, which needs neither a script nor a font. Loaded only for texts with formulas,
 * since KaTeX is larger than the rest of the pipeline.
 */
import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import rehypeKatex, { type Options } from 'rehype-katex'
import type { PluggableList } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import type { NotShown } from '#domain/answers/admin-answers.ts'
import { remarkFormulas } from './formula-syntax.ts'
import { type NotingFile, noteNotShown } from './written-html.ts'

/** KaTeX's limits for macro expansions and for sizes in em. */
const EXPANSIONS_MAX = 500
const EMS_MAX = 50

const KATEX: Options = {
  output: 'mathml',
  trust: false,
  strict: 'ignore',
  maxExpand: EXPANSIONS_MAX,
  maxSize: EMS_MAX,
}

/** Plugins after the parser. */
export const mathSyntax: PluggableList = [remarkFormulas]

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
        const { title } = element.properties
        const shown = typeof title === 'string' ? { title: title.replace(/^ParseError: /, '') } : {}
        Object.assign(element, { tagName: 'code', properties: { className: [name], ...shown } })
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
  const properties = {
    className: ['math-scroll'],
    role: 'region',
    ariaLabel: 'Formula',
    tabIndex: 0,
  }
  return { type: 'element', tagName: 'div', properties, children: [math] }
}
