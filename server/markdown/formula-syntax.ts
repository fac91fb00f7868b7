/**
 * Formulas in markdown: `$…$` in a line, `$$…$$` on lines of their own. The tokenizer decides what a
 * formula is, so that all other text is parsed as on a site without formulas: `remark-math` takes
 * any pair of dollars, and all that follows `$$`.
 */
import type { Code, Root } from 'mdast'
import type { Construct, Effects, State } from 'micromark-util-types'
import remarkMath from 'remark-math'
import type { Processor } from 'unified'
import { visit } from 'unist-util-visit'
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
    mathTextSequence: 'mathTextSequence'
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
      const offset = () => this.now().offset
      FORMULA.lastIndex = offset()
      const [formula] = FORMULA.exec(source) ?? []
      if (formula === undefined) return nok
      const dollars = formula.startsWith('$$') ? 2 : 1
      const end = offset() + formula.length - dollars
      return readFormula(effects, { ok, nok, dollars, isEnd: () => offset() >= end })
    },
  }
  extensions.push({ flow: { [DOLLAR]: closedDisplay }, text: { [DOLLAR]: inline } })
  return (tree: Root, file: NotingFile) => {
    if (openLine !== null) noteNotShown(file, [{ line: openLine, reason: OPEN_REASON }])
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

/** Reads the dollars, the formula up to the offset for which `isEnd`, and the dollars. */
function readFormula(
  effects: Effects,
  { dollars, isEnd, ok, nok }: { dollars: number; isEnd(): boolean; ok: State; nok: State },
): State {
  const sequence =
    (next: () => State, left = dollars): State =>
    (code) => {
      if (left === dollars) effects.enter('mathTextSequence')
      effects.consume(code)
      if (left > 1) return sequence(next, left - 1)
      effects.exit('mathTextSequence')
      return next()
    }
  const close = () => {
    effects.exit('mathText')
    return ok
  }
  const content: State = (code) => {
    if (code === null) return nok(code)
    if (isEnd()) return sequence(close)(code)
    const type = code < LINE_ENDING_BELOW ? 'lineEnding' : 'mathTextData'
    effects.enter(type)
    return part(type)(code)
  }
  const part =
    (type: 'lineEnding' | 'mathTextData'): State =>
    (code) => {
      effects.consume(code)
      return (next) => {
        const isText = next !== null && next >= LINE_ENDING_BELOW && !isEnd()
        if (type === 'mathTextData' && isText) return part(type)(next)
        effects.exit(type)
        return content(next)
      }
    }
  return (code) => {
    effects.enter('mathText')
    return sequence(() => content)(code)
  }
}
