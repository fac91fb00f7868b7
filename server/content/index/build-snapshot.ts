/**
 * Builds the next snapshot: its lists whole from the records, or those of the one before with edited
 * posts in the places of their older versions. A part that comes out equal is the object it was
 * before, so what was made from a part can be told to be still right.
 */
import type { PostRecord, ProjectRecord, Snapshot } from '../records.ts'
import type { ContentChange, ContentParts } from './content-parts.ts'
import { exchangedPosts, listsWith, postLists } from './post-lists.ts'
import { compareNewestFirst } from './post-order.ts'
import { digestOf, digestOfParts, digestOfPosts, samePublicParts } from './public-digest.ts'
import { buildTags } from './tag-index.ts'

/** A snapshot with what building the next one from it needs. */
export interface BuiltSnapshot {
  readonly snapshot: Snapshot
  readonly now: number
  readonly parts: ContentParts
  readonly postsDigest: string
  readonly partsDigest: string
}

/** The snapshot after a change. Without one before, `change` holds every post. */
export function buildSnapshot(
  previous: BuiltSnapshot | null,
  change: ContentChange,
): BuiltSnapshot {
  const { now, parts } = change
  const before = previous?.snapshot
  const posts = postsById(before?.posts, change.posts)
  const exchanged = previous && exchangedPosts(previous.snapshot, previous.now, change)
  const lists =
    before && exchanged ? listsWith(before, exchanged, now) : postLists(before, posts, now)
  const { allPosts, publicPosts } = lists
  const isSamePosts = previous !== null && before?.publicPosts === publicPosts
  const isSameParts = previous !== null && samePublicParts(previous.parts, parts)
  const postsDigest = isSamePosts ? previous.postsDigest : digestOfPosts(publicPosts)
  const partsDigest = isSameParts ? previous.partsDigest : digestOfParts(parts)
  const projects =
    before && previous?.parts.projects === parts.projects
      ? { projects: before.projects, projectsById: before.projectsById }
      : projectLists(parts.projects)
  const snapshot: Snapshot = {
    version: (before?.version ?? 0) + 1,
    digest: digestOf([postsDigest, partsDigest]),
    ...{ site: parts.site, pages: parts.pages },
    ...{ posts, ...lists },
    ...{ renames: parts.renames, moves: parts.moves, facts: parts.facts },
    ...(before && exchanged && hasSameTags(previous.parts, parts)
      ? { tags: before.tags, tagNamed: before.tagNamed }
      : buildTags(before, { ...parts, posts: publicPosts })),
    ...projects,
    problems: parts.problems,
    nextPublication: nextPublicationOf(allPosts, now),
  }
  return { snapshot, now, parts, postsDigest, partsDigest }
}

/** Whether the tags come out the same while those of the posts do. */
function hasSameTags(a: ContentParts, b: ContentParts): boolean {
  return a.listedTags === b.listedTags && a.projects === b.projects
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
  if (before) return posts
  // In the order of the lists from the start: sorting them again after a change is one look at each.
  return new Map([...posts].sort(([, a], [, b]) => compareNewestFirst(a, b)))
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
