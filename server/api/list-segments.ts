/**
 * Long lists as gzip text in segments of about 128 posts. A segment's ends follow from the ids in
 * it, not from its place, so a new post leaves all segments but one as they are: one change in ten
 * thousand posts costs one segment, and no list is held in memory unpacked.
 */
import type { PostRecord } from '../content/records.ts'
import {
  compressedPiece,
  type GzipPiece,
  type GzipText,
  joinPieces,
  storedPiece,
} from './gzip-pieces.ts'
import { listAnswer } from './list-answer.ts'
import type { ListQuery } from './list-query.ts'
import type { Rendering } from './post-answer.ts'

export interface LongList {
  /** Of the few lists that are given whole; segments of different lists are kept apart. */
  name: string
  posts: readonly PostRecord[]
  meta: unknown
  view: ListQuery['view']
}

interface Segment {
  posts: readonly PostRecord[]
  /** Names and colours of its tags. */
  looks: string
  piece: GzipPiece
}

/** Posts in a segment, on the average and at most. */
const SEGMENT_POSTS = 128
const SEGMENT_POSTS_MAX = 512

/** By a segment's first post, then by list and view. */
const kept = new WeakMap<PostRecord, Map<string, Segment>>()

/** The list's answer; segments that are as before are taken as they are. */
export async function longListText(list: LongList, rendering: Rendering): Promise<GzipText> {
  const comma = storedPiece(Buffer.from(','))
  const pieces = [storedPiece(Buffer.from('{"data":['))]
  for (const posts of cutList(list.posts)) {
    const piece = await segmentPiece(posts, list, rendering)
    pieces.push(...(pieces.length > 1 ? [comma, piece] : [piece]))
  }
  pieces.push(storedPiece(Buffer.from(`],"meta":${JSON.stringify(list.meta)}}`)))
  return joinPieces(pieces)
}

async function segmentPiece(
  posts: readonly PostRecord[],
  { name, view }: LongList,
  rendering: Rendering,
): Promise<GzipPiece> {
  const [first] = posts
  if (first === undefined) throw new Error('A segment has no posts.')
  const segments = kept.get(first) ?? new Map<string, Segment>()
  kept.set(first, segments)
  const key = `${view} ${name}`
  const looks = looksOf(posts, rendering)
  const known = segments.get(key)
  if (known && known.looks === looks && areSame(known.posts, posts)) return known.piece
  const answers = await listAnswer(posts, view, rendering)
  // Without the brackets of its list.
  const piece = await compressedPiece(Buffer.from(JSON.stringify(answers).slice(1, -1)))
  if (!rendering.hasStandIns?.()) segments.set(key, { posts, looks, piece })
  return piece
}

function looksOf(posts: readonly PostRecord[], { snapshot }: Rendering): string {
  const names = new Set(posts.flatMap(({ tags }) => tags))
  return JSON.stringify([...names].map((name) => Object.values(snapshot.tagNamed(name))))
}

function areSame(a: readonly PostRecord[], b: readonly PostRecord[]): boolean {
  return a.length === b.length && a.every((post, index) => post === b[index])
}

/** Cuts a list before each post whose id says so. */
export function cutList(posts: readonly PostRecord[]): PostRecord[][] {
  const segments: PostRecord[][] = []
  let segment: PostRecord[] = []
  for (const post of posts) {
    const isFull = segment.length >= SEGMENT_POSTS_MAX || hashOf(post.id) % SEGMENT_POSTS === 0
    if (isFull && segment.length > 0) {
      segments.push(segment)
      segment = []
    }
    segment.push(post)
  }
  return segment.length > 0 ? [...segments, segment] : segments
}

/** FNV-1a with its bits mixed once more: the low ones of similar ids are too alike. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
