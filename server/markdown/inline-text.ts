/** The visible text of a markdown paragraph, approximately: each pattern is matched in linear time. */
import { decodeString } from 'micromark-util-decode-string'
import { htmlBlockNames } from 'micromark-util-html-tag-name'

/** What is read before other marks: escapes, references, code, addresses and tags. */
const LITERAL =
  /\\[!-/:-@[-`{-~]|&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][\dA-Za-z]{1,31});|(?<!`)(?:`[^`]+`|(`{2,})(?:[^`]|(?<!`)`(?!`))+\1)(?!`)|<(?:[^\s<>]+[:@][^\s<>]*|[A-Za-z/!?][^<>"]*(?:"[^"<]*"[^<>"]*)*)>/g
/** Address and title, or label, after the brackets of a link. */
const TARGET = String.raw`(?:\(\s*(?!\s)(?:<[^<>\n]*>|(?:[^\s()]|\([^\s()]{0,999}\)){0,2999})(?:\s+(?!\s)(?:"[^"]*"|'[^']*'))?\s*\)|\[[^[\]]{0,999}\])`
const LABEL = String.raw`\[((?:[^[\]]|\[[^[\]]*\])*)\]`
const NOTE = /\[\^[^\s[\]]{1,999}\]/g
const IMAGE = new RegExp(`!${LABEL}${TARGET}`, 'g')
const LINK = new RegExp(LABEL + TARGET, 'g')
/** Pairs of marks around words; those inside are read in the next round. */
const EMPHASIS = [
  /(?<!\*)(\*{1,3})(?=[^\s*])([^*]*[^\s*])\1(?!\*)/g,
  /(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])((?:[^_]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))*)(?<=[^\s_])\1(?![\p{L}\p{N}_])/gu,
  /(?<!~)(~{1,2})(?=[^\s~])([^~]*[^\s~])\1(?!~)/g,
]
const EMPHASIS_DEPTH_MAX = 3
const TAG_NAME = /^<\/?([A-Za-z][A-Za-z0-9]*)[\s/>]/
/** Tags that separate the words before and after them. */
const APART: ReadonlySet<string> = new Set([...htmlBlockNames, 'br', 'img', 'pre'])

/** Literal punctuation is hidden as lone surrogates, which no file has, until marks are removed. */
const HIDDEN_FROM = 0xdc00
const HIDDEN = /[\udc21-\udc7e]/g

/** Plain text of a markdown paragraph. Every link label is taken as defined. */
export function inlineText(markdown: string): string {
  let text = markdown.replace(LITERAL, literalText).replace(NOTE, '').replace(IMAGE, '')
  text = text.replace(LINK, '$1').replace(/\\\n/g, ' ')
  for (let depth = 0; depth < EMPHASIS_DEPTH_MAX; depth += 1) {
    for (const pair of EMPHASIS) text = text.replace(pair, '$2')
  }
  return text.replace(/\s+/g, ' ').replace(HIDDEN, (character) => {
    return String.fromCharCode(character.charCodeAt(0) - HIDDEN_FROM)
  })
}

function literalText(literal: string): string {
  const [first = ''] = literal
  if (first === '\\' || first === '&') return hidden(decodeString(literal))
  if (first === '`') return hidden(literal.replace(/^`+|`+$/g, ''))
  const name = TAG_NAME.exec(literal)?.[1]?.toLowerCase()
  if (name !== undefined) return APART.has(name) ? ' ' : ''
  return /^<[!?/]/.test(literal) ? '' : hidden(literal.slice(1, -1))
}

function hidden(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, (character) => {
    return String.fromCharCode(character.charCodeAt(0) + HIDDEN_FROM)
  })
}
