/** What the author wrote for nobody else: comments of the other program, which no page showed. */
import { outsideCode } from './linked-text.ts'
import type { SiteKind } from './source-post.ts'

/** Liquid, Hugo, Jinja and Obsidian; each has a bound, without which a text could take hours. */
const TEMPLATE_COMMENT =
  /\{%-?\s*comment\s*-?%\}[\s\S]{0,99999}?\{%-?\s*endcomment\s*-?%\}|\{\{[<%]?-?\s*\/\*[\s\S]{0,9999}?\*\/\s*-?[>%]?\}\}|\{#[^}\n][\s\S]{0,9999}?#\}/g
const OBSIDIAN_COMMENT = /%%[\s\S]{0,9999}?%%/g
/** What lets template tags stand in a text as they are. */
const RAW_MARK = /\{%-?\s*(?:end)?(?:raw|verbatim)\s*-?%\}/g

/** The text without comments, and for the report how many there were. */
export function withoutComments(text: string, kind: SiteKind): { text: string; left: string[] } {
  let comments = 0
  const cut = () => {
    comments += 1
    return ''
  }
  const shown = outsideCode(text, (part) => {
    if (kind === 'obsidian') return part.replace(OBSIDIAN_COMMENT, cut)
    return part.replace(TEMPLATE_COMMENT, cut).replace(RAW_MARK, '')
  })
  const count = comments === 1 ? '1 comment' : `${comments} comments`
  return { text: shown, left: comments === 0 ? [] : [`comments that nobody could read: ${count}`] }
}
