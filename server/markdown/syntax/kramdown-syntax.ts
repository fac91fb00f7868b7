/** Kramdown's marks as nodes of their own, told from text where code and escapes are told as well. */
import type { Literal } from 'mdast'
import type { Extension as FromMarkdown } from 'mdast-util-from-markdown'
import type { Code, Construct, Effects, Extension, State } from 'micromark-util-types'
import { isKramdownMark, KRAMDOWN_LENGTH_MAX, referenceIn } from './kramdown-marks.ts'

interface KramdownMark extends Literal {
  type: 'kramdownMark'
}

declare module 'mdast' {
  interface PhrasingContentMap {
    kramdownMark: KramdownMark
  }
  interface RootContentMap {
    kramdownMark: KramdownMark
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    kramdownMark: 'kramdownMark'
  }
}

const OPENING = 123
const CLOSING = 125

const mark: Construct = { name: 'kramdownMark', tokenize: tokenizeMark }

/** For the parser: `{` may begin a mark. */
export const kramdownSyntax: Extension = { text: { [OPENING]: mark } }

/** For the tree: a mark is a literal with its source. */
export const kramdownNodes: FromMarkdown = {
  enter: {
    kramdownMark(token) {
      this.enter({ type: 'kramdownMark', value: this.sliceSerialize(token) }, token)
    },
  },
  exit: {
    kramdownMark(token) {
      this.exit(token)
    },
  },
}

function tokenizeMark(effects: Effects, ok: State, nok: State): State {
  let source = ''
  return (code) => {
    effects.enter('kramdownMark')
    return take(code)
  }

  function take(code: Code): State | undefined {
    // Ends of lines and tabs have codes below zero. No mark has another in it.
    const isOutside = code === null || code < 0 || (code === OPENING && source !== '')
    if (isOutside || source.length >= KRAMDOWN_LENGTH_MAX) return nok(code)
    source += String.fromCharCode(code)
    effects.consume(code)
    return code === CLOSING ? end : take
  }

  function end(code: Code): State | undefined {
    if (!isKramdownMark(source) && referenceIn(source) === null) return nok(code)
    effects.exit('kramdownMark')
    return ok(code)
  }
}
