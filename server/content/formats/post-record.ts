/**
 * A post's record, whose counted and shortened texts are worked out when first asked for: at the
 * start of a large site nobody does.
 */
import { DESCRIPTION_LENGTH, EXCERPT_LENGTH, PREVIEW_LENGTH, readingMinutes } from '#domain/post.ts'
import { cutText } from '#domain/texts/excerpt.ts'
import { countWords, countWordsInTurns, excerptText } from '../../markdown/plain-text.ts'
import type { PostRecord } from '../records.ts'

/** @param description the author's own, else null */
export function postRecord(
  facts: Omit<PostRecord, keyof LateTexts>,
  description: string | null,
): PostRecord {
  return Object.assign(new LateTexts(facts, description), facts)
}

class LateTexts {
  readonly #post: Pick<PostRecord, 'title' | 'content'>
  readonly #description: string | null
  #wordCount = 0
  #plain: string | null = null

  constructor(post: Pick<PostRecord, 'title' | 'content'>, description: string | null) {
    this.#post = post
    this.#description = description
  }

  get word_count(): number {
    this.#wordCount ||= countWords(this.#post.content, this.#post)
    return this.#wordCount
  }

  async prepare(): Promise<void> {
    this.#wordCount ||= await countWordsInTurns(this.#post.content, this.#post)
  }

  get reading_minutes(): number {
    return readingMinutes(this.word_count)
  }

  get excerpt(): string {
    return cutText(this.#beginning(), EXCERPT_LENGTH).text
  }

  get preview(): string {
    return cutText(this.#beginning(), PREVIEW_LENGTH).text
  }

  get preview_cut(): boolean {
    return cutText(this.#beginning(), PREVIEW_LENGTH).cut
  }

  get description(): string {
    return this.#description ?? cutText(this.#beginning(), DESCRIPTION_LENGTH).text
  }

  #beginning(): string {
    this.#plain ??= excerptText(this.#post.content, PREVIEW_LENGTH)
    return this.#plain
  }
}
