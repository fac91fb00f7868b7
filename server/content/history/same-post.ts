/**
 * How much of one post is in a file of another name. Two short notes share most of their front
 * matter, so it is the text that tells: one that is deleted as another is written must not lead there.
 */
import type { PostRecord } from '../records.ts'

/** Part of the words that both texts must have, and under one title. */
const SHARED_MIN = 0.5
const SHARED_MIN_TITLED = 0.2
/** Words that are compared. */
const WORDS_MAX = 5_000

type Text = Pick<PostRecord, 'title' | 'content' | 'url'>

/** 0 to 1; above 0 when the post may have gone on under another name, even if it was edited. */
export function likeness(before: Text, after: Text): number {
  if (before.url !== null && before.url === after.url) return 1
  const [old, next] = [wordsOf(before.content), wordsOf(after.content)]
  const hasTitle = before.title === after.title
  // Begun with a title alone, and written later: there was no other text to mistake it for.
  if (old.length === 0) return hasTitle ? 1 : 0
  const shared = sharedPart(old, next)
  return shared >= (hasTitle ? SHARED_MIN_TITLED : SHARED_MIN) ? shared : 0
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
  return shared / longer
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS_MAX)
}
