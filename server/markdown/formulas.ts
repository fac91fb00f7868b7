/**
 * Formulas as MathML, which needs neither a script nor a font. Loaded only for texts with formulas,
 * since KaTeX is larger than the rest of the pipeline.
 */
import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import type { Root as MarkdownRoot } from 'mdast'
import type { Math as FlowMath } from 'mdast-util-math'
import rehypeKatex from 'rehype-katex'
import remarkMath from 'remark-math'
import type { PluggableList } from 'unified'
import { SKIP, visit } from 'unist-util-visit'

/** KaTeX's limits for macro expansions and for sizes in em. */
const EXPANSIONS_MAX = 500
const EMS_MAX = 50

/** Plugins after the parser. */
export const mathSyntax: PluggableList = [remarkMath, remarkFormulas]

/** Plugins after the sanitiser, which keeps formulas as code of the language `math`. */
export const mathFormulas: PluggableList = [
  [
    rehypeKatex,
    {
      output: 'mathml',
      trust: false,
      strict: 'ignore',
      maxExpand: EXPANSIONS_MAX,
      maxSize: EMS_MAX,
    },
  ],
  rehypeFormulas,
]

/**
 * `$$…$$` alone in a paragraph is a display formula. An unclosed formula is text, and so is a pair
 * of single dollars that may be prices: with a blank inside either dollar, a letter or digit before
 * the first, or a digit after the last.
 */
function remarkFormulas() {
  return (tree: MarkdownRoot, file: { value: unknown }) => {
    const markdown = String(file.value)
    visit(tree, (node, index, parent) => {
      if (!parent || index === undefined) return
      const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]
      const source = markdown.slice(start, end)
      if (node.type === 'inlineMath' && /^\$[^$]/.test(source)) {
        const around = [markdown[start - 1] ?? '', markdown[end] ?? ''].join('$')
        const isPrice = /^\$\s|\s\$$/.test(source) || /[\p{L}\p{N}]\$|\$\d/u.test(around)
        if (isPrice) parent.children[index] = { type: 'text', value: source }
        return
      }
      if (node.type === 'math') {
        const value = [node.meta ?? '', node.value].join('\n').trim()
        const isClosed = /\n[ \t>]*\$\$+[ \t]*$/.test(source)
        parent.children[index] = isClosed ? flowMath(value) : { type: 'code', value: source }
        return SKIP
      }
      const only = node.type === 'paragraph' && node.children.length === 1 ? node.children[0] : null
      if (only?.type !== 'inlineMath' || !source.startsWith('$$')) return
      parent.children[index] = flowMath(only.value)
      return SKIP
    })
  }
}

/** A display formula in the shape of `remark-math`. */
function flowMath(value: string): FlowMath {
  const code: Element = {
    type: 'element',
    tagName: 'code',
    properties: { className: ['language-math', 'math-display'] },
    children: [{ type: 'text', value }],
  }
  return { type: 'math', value, data: { hName: 'pre', hChildren: [code] } }
}

/**
 * Keeps only KaTeX's MathML, with the TeX source as text alternative; an invalid formula is shown
 * as source. Removes inline styles, which the content security policy blocks.
 */
function rehypeFormulas() {
  return (tree: Root) => {
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
    math.properties.alttext = textOf(element)
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
