/** What a snapshot is built from: all that is not posts, and the posts that changed. */
import type { Site } from '#domain/site.ts'
import type { Tag } from '#domain/tag.ts'
import type { PostRecord, Problem, ProjectRecord, Snapshot } from '../records.ts'

/** What the history says of the content; a part is the same object until it changes. */
export type ContentHistoryFacts = Pick<Snapshot, (typeof HISTORY_PARTS)[number]>

export const HISTORY_PARTS = ['moves', 'renames', 'facts'] as const

/** While the history has not been read. */
export const NO_HISTORY: ContentHistoryFacts = {
  ...{ moves: new Map(), renames: new Map() },
  facts: null,
}

/** What is not posts: small, compared by identity and taken over as it is. */
export interface ContentParts extends ContentHistoryFacts {
  readonly site: Site
  readonly pages: Snapshot['pages']
  readonly listedTags: readonly Tag[]
  /** In any order. */
  readonly projects: readonly ProjectRecord[]
  readonly problems: readonly Problem[]
}

export interface ContentChange {
  /** Milliseconds since 1970: decides which posts are public. */
  readonly now: number
  readonly parts: ContentParts
  /** Posts that are new or other than before, by id; null for those that are gone. */
  readonly posts: ReadonlyMap<string, PostRecord | null>
}
