/** Builds a snapshot (lists, tags) from the records and the facts of the history. */
import { addDays } from '#domain/days/day.ts'
import { dayAt } from '#domain/days/zone.ts'
import { POST_TYPES } from '#domain/post.ts'
import { DEFAULT_PAGES } from '../formats/page-file.ts'
import { defaultSite } from '../formats/site-file.ts'
import type { ProofRecord } from '../formats/time-stamp.ts'
import { lazy } from '../lazy.ts'
import { compareText } from '../problem.ts'
import type { PostRecord, PublicLists, Snapshot } from '../records.ts'
import type { ContentIndex } from './content-index.ts'
import type { Covers } from './covers.ts'
import { buildTags } from './tag-index.ts'

type Ordered = Pick<PostRecord, 'instant' | 'id'>

/** Facts from the history; each part is the same object until it changes. */
export type ContentHistoryFacts = Pick<Snapshot, 'renames' | 'projectRenames' | 'facts'>

/** While the history has not been read. */
export const NO_HISTORY: ContentHistoryFacts = {
  renames: new Map(),
  projectRenames: new Map(),
  facts: null,
}

interface SnapshotSource extends Pick<Snapshot, 'version' | 'problems'> {
  /** Milliseconds since 1970: decides which posts are public. */
  now: number
  history: ContentHistoryFacts
  proof: ProofRecord | null
}

/** A snapshot of the files as last read. */
export function snapshotOf(
  index: Pick<ContentIndex, 'recordsOf' | 'zone'> & { covers: Pick<Covers, 'all'> },
  { version, now, history, proof, problems }: SnapshotSource,
): Snapshot {
  const time_zone = index.zone()
  const [site = defaultSite(time_zone)] = index.recordsOf('site')
  const [listedTags = []] = index.recordsOf('tags')
  const [icon = null] = index.recordsOf('icon')
  const [style = null] = index.recordsOf('style')
  const allPosts = index.recordsOf('post').sort(compareNewestFirst)
  const publicPosts = allPosts.filter(({ draft, instant }) => !draft && instant <= now)
  const scheduled = allPosts.findLast(({ draft, instant }) => !draft && instant > now)
  const projects = index
    .recordsOf('project')
    .sort((a, b) => compareText(a.due_date, b.due_date) || compareText(a.id, b.id))
  const projectsById = byId(projects)
  const projectNamed = (id: string) =>
    projectsById.get(id) ?? projectsById.get(history.projectRenames.get(id) ?? '')
  const pages = [...DEFAULT_PAGES, ...index.recordsOf('page'), ...index.recordsOf('list')]
  return {
    ...history,
    version,
    problems,
    allPosts,
    publicPosts,
    projects,
    projectsById,
    projectNamed,
    site: { ...site, time_zone },
    pages: new Map(pages.flatMap((page) => (page.draft ? [] : [[page.address, page]]))),
    covers: index.covers.all(),
    icon,
    style,
    posts: byId(allPosts),
    lists: lazy(() => publicLists(publicPosts, projectNamed)),
    ...buildTags({ listedTags, projects, posts: publicPosts }),
    proof: proof && proofMeta(proof, time_zone),
    nextPublication: scheduled?.instant ?? null,
  }
}

function proofMeta({ authority, at, commit, path }: ProofRecord, zone: string) {
  // The day of the stamp itself goes on.
  return { authority, last_day: addDays(dayAt(at, zone), -1), commit, path }
}

function byId<Item extends { id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]))
}

/** Newest first; posts of one instant by id. Negative when `a` comes before `b`. */
export function compareNewestFirst(a: Ordered, b: Ordered): number {
  return b.instant - a.instant || compareText(a.id, b.id)
}

/** @param posts the public ones, newest first */
function publicLists(
  posts: readonly PostRecord[],
  projectNamed: Snapshot['projectNamed'],
): PublicLists {
  const byType = groupBy(posts, (post) => post.type)
  return {
    byType: new Map(POST_TYPES.map((type) => [type, byType.get(type) ?? []])),
    featured: posts.filter((post) => post.featured),
    aliases: aliasesOf(posts),
    evidence: groupBy(posts, ({ project }) =>
      project === null ? null : (projectNamed(project)?.id ?? project),
    ),
  }
}

function groupBy<K>(
  posts: readonly PostRecord[],
  keyOf: (post: PostRecord) => K | null,
): Map<K, PostRecord[]> {
  const groups = new Map<K, PostRecord[]>()
  for (const post of posts) {
    const key = keyOf(post)
    if (key === null) continue
    const group = groups.get(key) ?? []
    group.push(post)
    groups.set(key, group)
  }
  return groups
}

/** Id by alias; if several posts claim an alias, the smallest id wins. */
function aliasesOf(posts: readonly PostRecord[]): Map<string, string> {
  const lastById = posts.toSorted((a, b) => compareText(b.id, a.id))
  const claims = lastById.flatMap(({ id, aliases }) => aliases.map((alias) => [alias, id] as const))
  return new Map(claims.filter(([alias, id]) => alias !== id))
}
