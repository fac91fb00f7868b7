/**
 * Builds the next snapshot from the one before and what changed. A part that the change does not
 * touch keeps its identity, so whoever keeps something made from a part can see that it still
 * holds; the cost is that of the changed posts and a few array copies.
 */

import type { PostRecord, ProjectRecord } from '../records.ts'
import { isPublic, type Snapshot } from '../records.ts'
import { type DigestSum, EMPTY_SUM, formatSums } from './content-digest.ts'
import type { ContentChange, ContentParts } from './content-parts.ts'
import {
  type AliasClaims,
  aliasesOf,
  claimAliases,
  editedList,
  evidenceOf,
  heatmapOf,
  listsByType,
} from './post-lists.ts'
import { type Edits, withEdits } from './post-order.ts'
import { samePublicParts, sumOfParts, sumOfPosts } from './public-digest.ts'
import { buildTagIndex, type TagIndex } from './tag-index.ts'

/** A snapshot with what building the next one from it needs. */
export interface BuiltSnapshot {
  readonly snapshot: Snapshot
  readonly now: number
  readonly parts: ContentParts
  readonly tagIndex: TagIndex
  readonly aliasClaims: AliasClaims
  readonly publicSum: DigestSum
  readonly partsSum: DigestSum
}

const EMPTY: readonly PostRecord[] = []

/** The snapshot after a change. Without one before, `change` holds every post. */
export function buildSnapshot(
  previous: BuiltSnapshot | null,
  change: ContentChange,
): BuiltSnapshot {
  const { now, parts } = change
  const before = previous?.snapshot
  const all = changedPosts(previous, change)
  const posts = postsById(before?.posts, change.posts)
  const allPosts = withEdits(before?.allPosts ?? EMPTY, all.removed, all.added)
  const edits = publicEdits({ previous, all, allPosts, now })
  const tagIndex = buildTagIndex(previous?.tagIndex ?? null, {
    listed: parts.listedTags,
    projects: parts.projects,
    ...edits,
  })
  const aliasClaims = claimAliases(previous?.aliasClaims ?? new Map(), edits)
  const projects =
    before && previous.parts.projects === parts.projects
      ? { projects: before.projects, projectsById: before.projectsById }
      : projectLists(parts.projects)
  const publicSum = sumOfPosts(previous?.publicSum ?? EMPTY_SUM, edits)
  const partsSum =
    previous && samePublicParts(previous.parts, parts) ? previous.partsSum : sumOfParts(parts)
  const snapshot: Snapshot = {
    version: (before?.version ?? 0) + 1,
    revision: formatSums(publicSum, partsSum),
    site: parts.site,
    about: parts.about,
    resources: parts.resources,
    posts,
    allPosts,
    publicPosts: withEdits(before?.publicPosts ?? EMPTY, edits.removed, edits.added),
    publicByType: listsByType(before?.publicByType, edits),
    featured: editedList(before?.featured ?? EMPTY, edits, (post) => post.featured),
    aliases:
      previous?.aliasClaims === aliasClaims ? previous.snapshot.aliases : aliasesOf(aliasClaims),
    renames: parts.renames,
    edits: parts.edits,
    tags: tagIndex.tags,
    tagNamed: tagIndex.tagNamed,
    ...projects,
    moves: parts.moves,
    heatmap: heatmapOf(before?.heatmap, posts, edits),
    evidence: evidenceOf(before?.evidence, edits),
    problems: parts.problems,
    nextPublication: nextPublicationOf(allPosts, now),
  }
  return { snapshot, now, parts, tagIndex, aliasClaims, publicSum, partsSum }
}

/** Posts whose record changed, as they were and as they are. */
function changedPosts(previous: BuiltSnapshot | null, { posts }: ContentChange): Edits {
  const removed: PostRecord[] = []
  const added: PostRecord[] = []
  for (const [id, post] of posts) {
    const old = previous?.snapshot.posts.get(id)
    if (old === (post ?? undefined)) continue
    if (old !== undefined) removed.push(old)
    if (post !== null) added.push(post)
  }
  return { removed, added }
}

function postsById(
  before: Snapshot['posts'] | undefined,
  changes: ContentChange['posts'],
): Snapshot['posts'] {
  if (before && changes.size === 0) return before
  const posts = new Map(before)
  for (const [id, post] of changes) {
    if (post === null) posts.delete(id)
    else posts.set(id, post)
  }
  return posts
}

/** What the change and the time that passed did to the list of public posts. */
function publicEdits(input: {
  previous: BuiltSnapshot | null
  all: Edits
  allPosts: readonly PostRecord[]
  now: number
}): Edits {
  const { previous, all, allPosts, now } = input
  const added = all.added.filter((post) => isPublic(post, now))
  if (previous === null) return { removed: [], added }
  const removed = all.removed.filter((post) => isPublic(post, previous.now))
  // Posts with a time between then and now changed sides; a clock set back hides them again.
  const changed = new Set(all.added)
  for (const post of allPosts) {
    if (post.instant <= Math.min(previous.now, now)) break
    const was = isPublic(post, previous.now)
    const is = isPublic(post, now)
    if (was !== is && !changed.has(post)) (is ? added : removed).push(post)
  }
  return { removed, added }
}

function projectLists(records: readonly ProjectRecord[]) {
  const projects = [...records].sort(
    (a, b) =>
      (a.due_date < b.due_date ? -1 : a.due_date > b.due_date ? 1 : 0) || (a.id < b.id ? -1 : 1),
  )
  return { projects, projectsById: new Map(projects.map((project) => [project.id, project])) }
}

/** When the oldest of the scheduled posts appears: they stand at the head of the list. */
function nextPublicationOf(allPosts: readonly PostRecord[], now: number): number | null {
  let next: number | null = null
  for (const post of allPosts) {
    if (post.instant <= now) break
    if (!post.draft) next = post.instant
  }
  return next
}
