/**
 * Whether a file that git takes for a renamed one is the same post. Git compares whole files, and
 * two short notes share most of their front matter: one that is deleted as another is written must
 * not lead there.
 */
import type { PostRecord } from '../records.ts'

/** Part of the words that both texts must have, and under one title. */
const SHARED_MIN = 0.5
const SHARED_MIN_TITLED = 0.2
/** Words that are compared. */
const WORDS_MAX = 5_000

type Text = Pick<PostRecord, 'title' | 'content' | 'url'>

/** Whether the post went on under another name, whatever was edited at the same time. */
export function isSamePost(before: Text, after: Text): boolean {
  if (before.url !== null && before.url === after.url) return true
  const words = wordsOf(before.content)
  const hasTitle = before.title === after.title
  // Begun with a title alone, and written later: there was no other text to mistake it for.
  if (hasTitle && words.length === 0) return true
  return sharedPart(words, wordsOf(after.content)) >= (hasTitle ? SHARED_MIN_TITLED : SHARED_MIN)
}

/** Words that both have, counted as often as both have them, among those of the longer text. */
function sharedPart(before: readonly string[], after: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of before) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of after) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    shared += 1
  }
  const longer = Math.max(before.length, after.length)
  return longer === 0 ? 1 : shared / longer
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS_MAX)
}
