/**
 * `$…$` as a formula where it cannot be prices: nothing blank inside of either mark, no letter or
 * digit before the first and no digit after the last. `remark-math` alone takes `$5 and $6` for one.
 */
import type {
  Code,
  Construct,
  Effects,
  Extension,
  State,
  TokenizeContext,
} from 'micromark-util-types'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathText: 'mathText'
    mathTextSequence: 'mathTextSequence'
    mathTextData: 'mathTextData'
  }
}

const DOLLAR = 36
const BACKSLASH = 92
const SPACE = 32

const formula: Construct = {
  name: 'mathText',
  previous: mayStandBefore,
  tokenize: tokenizeFormula,
}

/** The tokens are those of `remark-math`, which makes nodes of them. */
export const dollarSyntax: Extension = { text: { [DOLLAR]: formula } }

function tokenizeFormula(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const before = this.previous
  let isBlank = true
  return (code) => {
    if (!mayStandBefore(before)) return nok(code)
    effects.enter('mathText')
    mark(code)
    return open
  }

  function mark(code: Code): void {
    effects.enter('mathTextSequence')
    effects.consume(code)
    effects.exit('mathTextSequence')
  }

  function open(code: Code): State | undefined {
    if (code === DOLLAR || isBlankCode(code)) return nok(code)
    effects.enter('mathTextData')
    return take(code)
  }

  function take(code: Code): State | undefined {
    if (code === null) return nok(code)
    if (code === DOLLAR) return close(code)
    isBlank = isBlankCode(code)
    // Ends of lines are tokens of their own; tabs have codes below zero, too.
    if (code <= -3) return lineEnd(code)
    effects.consume(code)
    return code === BACKSLASH ? takeEscaped : take
  }

  function takeEscaped(code: Code): State | undefined {
    if (code !== DOLLAR && code !== BACKSLASH) return take(code)
    isBlank = false
    effects.consume(code)
    return take
  }

  function lineEnd(code: Code): State {
    effects.exit('mathTextData')
    effects.enter('lineEnding')
    effects.consume(code)
    effects.exit('lineEnding')
    return (next) => {
      if (next === null || next <= -3 || next === DOLLAR) return nok(next)
      effects.enter('mathTextData')
      return take(next)
    }
  }

  function close(code: Code): State | undefined {
    if (isBlank) return nok(code)
    effects.exit('mathTextData')
    mark(code)
    effects.exit('mathText')
    return (next) => (isDigit(next) ? nok(next) : ok(next))
  }
}

function isBlankCode(code: Code): boolean {
  return code === null || code < 0 || code === SPACE
}

function isDigit(code: Code): boolean {
  return code !== null && code >= 48 && code <= 57
}

function mayStandBefore(code: Code): boolean {
  if (code === null || code < 0) return true
  return code !== DOLLAR && !/[\p{L}\p{N}]/u.test(String.fromCharCode(code))
}
