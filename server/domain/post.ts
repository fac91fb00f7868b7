/** Types, constants and limits of posts. */

import type { PostType } from './answers/words.ts'
import { composed } from './texts/composed.ts'

export type { Post, PostHeading, PostLink, PostSummary } from './answers/public-answers.ts'
export { POST_TYPES, type PostType } from './answers/words.ts'

/** Types in the forms. */
export const FORM_POST_TYPES = ['short', 'essay', 'link'] as const satisfies readonly PostType[]

/** Whether a post counts for the streak, the heatmap and the tag shares, once it is public. */
export function isCounted({ type }: { type: PostType }): boolean {
  return type === 'essay' || type === 'short'
}

export const POST_STATES = ['draft', 'scheduled', 'live'] as const
type PostState = (typeof POST_STATES)[number]

/** The state of a post at `now`. Times are in milliseconds since 1970. */
export function postState(post: { draft: boolean; instant: number }, now: number): PostState {
  if (post.draft) return 'draft'
  return post.instant > now ? 'scheduled' : 'live'
}

const RESERVED_WORDS = [
  'admin',
  'by-id',
  'deleted',
  'featured',
  'heatmap',
  'preview',
  'public',
  'streak',
  'tags',
] as const
export type ReservedPostId = (typeof RESERVED_WORDS)[number]

/** Words in addresses of the API, never used as ids; `api/calls.ts` checks that all are here. */
export const RESERVED_POST_IDS: ReadonlySet<string> = new Set(RESERVED_WORDS)

/** Limits of ids of new posts. */
export const POST_ID_LENGTH_MAX = 80
export const POST_ID_BYTES_MAX = 200
/** Characters of plain text: essay and featured cards / previews / meta text. */
export const EXCERPT_LENGTH = 150
export const PREVIEW_LENGTH = 200
export const DESCRIPTION_LENGTH = 160
const WORDS_PER_MINUTE = 200
/** Posts shown before 'Load more'. */
export const LIST_PAGE_SIZE = 20

/** Limits of a post's fields after trimming. */
export const POST_LIMITS = {
  titleLength: 300,
  contentBytes: 512 * 1024,
  urlLength: 2048,
  tags: 30,
  tagLength: 60,
} as const

/** Visible characters, approximately: `é` is one in either Unicode form, an emoji is one. */
export function characterCount(text: string): number {
  return [...composed(text)].length
}

/** Headings from which on an essay has a contents list. */
export const CONTENTS_HEADINGS_MIN = 3

/** Reading time in minutes, rounded up. */
export function readingMinutes(wordCount: number): number {
  return Math.max(1, Math.ceil(wordCount / WORDS_PER_MINUTE))
}
