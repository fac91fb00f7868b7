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
  /** How many words its text has, and how often each. */
  length: number
  counts: ReadonlyMap<string, number>
}

export function comparedPost({
  title,
  url,
  content,
}: Pick<PostRecord, 'title' | 'content' | 'url'>): ComparedPost {
  const words = wordsOf(content)
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { title, url, length: words.length, counts }
}

/** 0 to 1; above 0 when the post may have gone on under another name, even if it was edited. */
export function likeness(before: ComparedPost, after: ComparedPost): number {
  if (before.url !== null && before.url === after.url) return 1
  const hasTitle = before.title === after.title
  // Begun with a title alone, and written later: there was no other text to mistake it for.
  if (before.length === 0) return hasTitle ? 1 : 0
  const shared = sharedPart(before, after)
  return shared >= (hasTitle ? SHARED_MIN_TITLED : SHARED_MIN) ? shared : 0
}

/** Words that both have, counted as often as both have them, among those of the longer text. */
function sharedPart(before: ComparedPost, after: ComparedPost): number {
  const [few, many] = before.counts.size < after.counts.size ? [before, after] : [after, before]
  let shared = 0
  for (const [word, count] of few.counts) shared += Math.min(count, many.counts.get(word) ?? 0)
  return shared / Math.max(before.length, after.length)
}

function wordsOf(text: string): string[] {
  const start = text.slice(0, TEXT_LENGTH_MAX).toLowerCase()
  return (start.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS_MAX)
}
