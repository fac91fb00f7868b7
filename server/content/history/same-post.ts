/**
 * How much of one post is in a file of another name. Two short notes share most of their front
 * matter, so it is the text that tells: one that is deleted as another is written must not lead there.
 */
import type { PostRecord } from '../records.ts'

/** Part of the words that both texts must have, and under one title. */
const SHARED_MIN = 0.5
const SHARED_MIN_TITLED = 0.2
/** Words that are compared, and characters of a text in which they are looked for. */
const WORDS_MAX = 5_000
const TEXT_LENGTH_MAX = 50_000

/** A post as it is compared: read once, however many others it is held against. */
export interface ComparedPost extends Pick<PostRecord, 'title' | 'url'> {
  words: readonly string[]
}

export function comparedPost({ title, url, content }: ComparedText): ComparedPost {
  return { title, url, words: wordsOf(content) }
}

type ComparedText = Pick<PostRecord, 'title' | 'content' | 'url'>

/** 0 to 1; above 0 when the post may have gone on under another name, even if it was edited. */
export function likeness(before: ComparedPost, after: ComparedPost): number {
  if (before.url !== null && before.url === after.url) return 1
  const hasTitle = before.title === after.title
  // Begun with a title alone, and written later: there was no other text to mistake it for.
  if (before.words.length === 0) return hasTitle ? 1 : 0
  const shared = sharedPart(before.words, after.words)
  return shared >= (hasTitle ? SHARED_MIN_TITLED : SHARED_MIN) ? shared : 0
}

/** Words that both have, counted as often as both have them, among those of the longer text. */
function sharedPart(before: readonly string[], after: readonly string[]): number {
  const [shorter, longer] = [before.length, after.length].sort((a, b) => a - b)
  // No more than the shorter one can be shared.
  if ((shorter ?? 0) < (longer ?? 0) * SHARED_MIN_TITLED) return 0
  const left = new Map<string, number>()
  for (const word of before) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of after) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    shared += 1
  }
  return shared / (longer ?? 1)
}

function wordsOf(text: string): string[] {
  const start = text.slice(0, TEXT_LENGTH_MAX).toLowerCase()
  return (start.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS_MAX)
}
