/**
 * A post's record, whose counted and shortened texts are worked out when first asked for: at the
 * start of a large site nobody does.
 */
import { DESCRIPTION_LENGTH, EXCERPT_LENGTH, PREVIEW_LENGTH, readingMinutes } from '#domain/post.ts'
import { cutText } from '#domain/texts/excerpt.ts'
import { countWords, countWordsInTurns, excerptText } from '../../markdown/plain-text.ts'
import type { PostRecord } from '../records.ts'

type ShortTexts = Pick<PostRecord, 'excerpt' | 'preview' | 'preview_cut' | 'description'>
type LateFields = keyof ShortTexts | 'word_count' | 'reading_minutes' | 'prepare'

/** @param description the author's own, else null */
export function postRecord(
  facts: Omit<PostRecord, LateFields>,
  description: string | null,
): PostRecord {
  return Object.assign(new LateTexts(facts, description), facts)
}

class LateTexts {
  readonly #post: Pick<PostRecord, 'title' | 'content'>
  readonly #description: string | null
  #wordCount = 0
  #texts: ShortTexts | null = null

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
    return this.#short().excerpt
  }

  get preview(): string {
    return this.#short().preview
  }

  get preview_cut(): boolean {
    return this.#short().preview_cut
  }

  get description(): string {
    return this.#description ?? this.#short().description
  }

  #short(): ShortTexts {
    if (this.#texts !== null) return this.#texts
    const plain = excerptText(this.#post.content, PREVIEW_LENGTH)
    const preview = cutText(plain, PREVIEW_LENGTH)
    this.#texts = {
      excerpt: cutText(plain, EXCERPT_LENGTH).text,
      preview: preview.text,
      preview_cut: preview.cut,
      description: cutText(plain, DESCRIPTION_LENGTH).text,
    }
    return this.#texts
  }
}
