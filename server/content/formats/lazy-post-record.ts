/**
 * A post's record whose counted and shortened texts are worked out when first asked for: at the
 * start of a large site nobody does. A class, since ten thousand objects with getters of their own
 * would cost more than what they put off; so read a record's fields, never spread it.
 */
import type { Day } from '#domain/days/day.ts'
import {
  DESCRIPTION_LENGTH,
  EXCERPT_LENGTH,
  type PostType,
  PREVIEW_LENGTH,
  readingMinutes,
} from '#domain/post.ts'
import { cutText } from '#domain/texts/excerpt.ts'
import type { BlobId } from '../../git/repository.ts'
import { countWords, countWordsInTurns, excerptText } from '../../markdown/plain-text.ts'
import type { PostRecord } from '../records.ts'

type ShortTexts = Pick<PostRecord, 'excerpt' | 'preview' | 'preview_cut' | 'description'>

/** What a file says; everything else follows from its content. */
interface PostFacts extends Omit<PostRecord, keyof ShortTexts | 'word_count' | 'reading_minutes'> {
  /** The author's own, else null. */
  description: string | null
}

/** The record of a post with these facts. */
export function lazyPostRecord(facts: PostFacts): PostRecord {
  return new LazyPostRecord(facts)
}

class LazyPostRecord implements PostRecord {
  readonly id: string
  readonly path: string
  readonly revision: BlobId
  readonly type: PostType
  readonly title: string
  readonly content: string
  readonly url: string | null
  readonly featured: boolean
  readonly draft: boolean
  readonly tags: readonly string[]
  readonly instant: number
  readonly created_at: string
  readonly updated_at: string
  readonly day: Day
  readonly aliases: readonly string[]
  readonly project: string | null
  readonly #ownDescription: string | null
  #wordCount = 0
  #texts: ShortTexts | null = null

  constructor(facts: PostFacts) {
    this.id = facts.id
    this.path = facts.path
    this.revision = facts.revision
    this.type = facts.type
    this.title = facts.title
    this.content = facts.content
    this.url = facts.url
    this.featured = facts.featured
    this.draft = facts.draft
    this.tags = facts.tags
    this.instant = facts.instant
    this.created_at = facts.created_at
    this.updated_at = facts.updated_at
    this.day = facts.day
    this.aliases = facts.aliases
    this.project = facts.project
    this.#ownDescription = facts.description
  }

  get word_count(): number {
    this.#wordCount ||= countWords(this.content, this)
    return this.#wordCount
  }

  async prepare(): Promise<void> {
    if (this.#wordCount === 0) this.#wordCount = await countWordsInTurns(this.content, this)
  }

  get reading_minutes(): number {
    return readingMinutes(this.word_count)
  }

  get excerpt(): string {
    return this.#shortTexts().excerpt
  }

  get preview(): string {
    return this.#shortTexts().preview
  }

  get preview_cut(): boolean {
    return this.#shortTexts().preview_cut
  }

  get description(): string {
    return this.#ownDescription ?? this.#shortTexts().description
  }

  #shortTexts(): ShortTexts {
    this.#texts ??= shortTextsOf(this.content)
    return this.#texts
  }
}

function shortTextsOf(content: string): ShortTexts {
  const plain = excerptText(content, PREVIEW_LENGTH)
  const preview = cutText(plain, PREVIEW_LENGTH)
  return {
    excerpt: cutText(plain, EXCERPT_LENGTH).text,
    preview: preview.text,
    preview_cut: preview.cut,
    description: cutText(plain, DESCRIPTION_LENGTH).text,
  }
}
