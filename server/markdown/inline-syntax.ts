/**
 * Small facts of CommonMark's inline syntax: entities, addresses of links, which markers of emphasis
 * can open or close. Each looks a bounded number of times at a character.
 */

const PUNCTUATION = /[\p{P}\p{S}]/u

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  euro: '€',
  pound: '£',
  sect: '§',
  para: '¶',
  larr: '←',
  rarr: '→',
  harr: '↔',
  frac12: '½',
  plusmn: '±',
  shy: '\u00ad',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
}

/** Nested parentheses in a link's address, as micromark allows. */
const ADDRESS_DEPTH_MAX = 32

const SPECIAL_CODES = new Uint8Array(128)
for (const character of '\\`*_~[]<&!\n') SPECIAL_CODES[character.charCodeAt(0)] = 1

/** Whether the character with this code can mean more than itself in a line of markdown. */
export function isSpecial(code: number): boolean {
  return code < 128 && SPECIAL_CODES[code] === 1
}

/** Whether a backslash before the character escapes it. */
export function isAsciiPunctuation(character: string): boolean {
  const code = character.charCodeAt(0)
  return (
    (code > 32 && code < 48) ||
    (code > 57 && code < 65) ||
    (code > 90 && code < 97) ||
    (code > 122 && code < 127)
  )
}

/** How many times the character at `at` repeats. */
export function runLength(source: string, at: number): number {
  const code = source.charCodeAt(at)
  let end = at + 1
  while (source.charCodeAt(end) === code) end += 1
  return end - at
}

/** Where runs of backticks of each length begin, last first. */
export function codeRunsOf(source: string): Map<number, number[]> {
  const runs = new Map<number, number[]>()
  for (let at = source.indexOf('`'); at >= 0; ) {
    const length = runLength(source, at)
    const starts = runs.get(length)
    if (starts) starts.push(at)
    else runs.set(length, [at])
    at = source.indexOf('`', at + length)
  }
  for (const starts of runs.values()) starts.reverse()
  return runs
}

/** What a span of code shows: without the one space that keeps backticks apart. */
export function codeText(inner: string): string {
  const isPadded = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== ''
  return (isPadded ? inner.slice(1, -1) : inner).replaceAll('\n', ' ')
}

/** The text of a reference by decimal number, hexadecimal number or name; null if unknown. */
export function entityText(decimal?: string, hex?: string, name?: string): string | null {
  if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? null) : null
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  const isScalar = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isScalar ? String.fromCodePoint(code) : '\ufffd'
}

/** Length of `[^label]` at `at`, 0 when it is something else. */
export function footnoteReferenceLength(source: string, at: number): number {
  if (source[at + 1] !== '^') return 0
  const match = /^\[\^[^\s[\]]{1,999}\]/.exec(source.slice(at, at + 1002))
  return match?.[0].length ?? 0
}

/** Where `(address "title")`, whose `(` is at `at`, ends; -1 when it is no such thing. */
export function addressEnd(source: string, at: number): number {
  let index = skipSpace(source, at + 1)
  if (source[index] === '<') {
    index += 1
    while (index < source.length && !'<>\n'.includes(source[index] ?? '')) {
      index += source[index] === '\\' ? 2 : 1
    }
    if (source[index] !== '>') return -1
    index += 1
  } else {
    index = bareAddressEnd(source, index)
    if (index < 0) return -1
  }
  const afterSpace = skipSpace(source, index)
  if (source[afterSpace] === ')') return afterSpace + 1
  const quote = source[afterSpace] ?? ''
  if (afterSpace === index || !'"\'('.includes(quote) || quote === '') return -1
  const closing = quote === '(' ? ')' : quote
  index = afterSpace + 1
  while (index < source.length && source[index] !== closing) {
    if (quote === '(' && source[index] === '(') return -1
    index += source[index] === '\\' ? 2 : 1
  }
  index = skipSpace(source, index + 1)
  return source[index] === ')' ? index + 1 : -1
}

function bareAddressEnd(source: string, from: number): number {
  let depth = 0
  let index = from
  for (; index < source.length; index += 1) {
    const code = source.charCodeAt(index)
    if (code <= 32) break
    if (code === 92) index += 1
    else if (code === 40) {
      depth += 1
      if (depth > ADDRESS_DEPTH_MAX) return -1
    } else if (code === 41) {
      if (depth === 0) break
      depth -= 1
    }
  }
  return depth === 0 ? index : -1
}

function skipSpace(source: string, from: number): number {
  let index = from
  while (index < source.length && source.charCodeAt(index) <= 32) index += 1
  return index
}

/** Whether a run of emphasis markers can open and close (CommonMark, delimiter runs). */
export function flanks(source: string, at: number, end: number, character: string) {
  const before = at === 0 ? ' ' : (source[at - 1] ?? ' ')
  const after = source[end] ?? ' '
  const spaceBefore = isSpace(before)
  const spaceAfter = isSpace(after)
  const markBefore = isPunctuation(before)
  const markAfter = isPunctuation(after)
  const left = !spaceAfter && (!markAfter || spaceBefore || markBefore)
  const right = !spaceBefore && (!markBefore || spaceAfter || markAfter)
  if (character !== '_') return { opens: left, closes: right }
  return { opens: left && (!right || markBefore), closes: right && (!left || markAfter) }
}

function isSpace(character: string): boolean {
  const code = character.charCodeAt(0)
  return code <= 32 || (code > 126 && character.trim() === '')
}

function isPunctuation(character: string): boolean {
  return character.charCodeAt(0) < 127 ? isAsciiPunctuation(character) : PUNCTUATION.test(character)
}
