/** The history of each deadline project, followed through renames of its file. */
import type { ProjectMove } from '../project.ts'
import type { HistoryFacts, ProjectVersion } from './history-facts.ts'

export interface ProjectHistory {
  /** Present or last id. */
  id: string
  /** Oldest first. */
  versions: readonly ProjectVersion[]
  /** Oldest first. */
  moves: readonly ProjectMove[]
}

/** By project id, oldest first. */
type MovesById = ReadonlyMap<string, readonly ProjectMove[]>

/** The versions of a file from an addition to its deletion or the present. */
interface Lifetime {
  id: string
  begin: ProjectVersion
  versions: readonly ProjectVersion[]
  moves: ProjectMove[]
  /** The renamed file: the same project under another id. */
  next: Lifetime | null
}

/**
 * Every project of the history, deleted ones too. A file deleted in a commit that adds one with the
 * same title, or with the same values otherwise, was renamed; a file restored under the same id
 * continues its project.
 */
export function projectHistories(
  projects: HistoryFacts['projects'],
  moves: MovesById,
): ProjectHistory[] {
  const lifetimes = [...projects].flatMap(([id, versions]) =>
    lifetimesOf(id, versions, moves.get(id) ?? []),
  )
  const renamed = linkRenames(lifetimes)
  const byLastId = new Map<string, Lifetime[]>()
  for (const first of lifetimes) {
    if (renamed.has(first)) continue
    const chain = [first]
    for (let { next } = first; next !== null; next = next.next) chain.push(next)
    const id = chain.at(-1)?.id ?? first.id
    addTo(byLastId, id, ...chain)
  }
  return [...byLastId].map(([id, chain]) => {
    chain.sort((a, b) => a.begin.at - b.begin.at)
    return {
      id,
      versions: chain.flatMap(({ versions, next }) =>
        // A rename is no deletion.
        next === null ? versions : versions.slice(0, -1),
      ),
      moves: chain.flatMap(({ moves }) => moves),
    }
  })
}

/** Split after each deletion. */
function lifetimesOf(
  id: string,
  versions: readonly ProjectVersion[],
  moves: readonly ProjectMove[],
): Lifetime[] {
  const lifetimes: Lifetime[] = []
  const byCommit = new Map<string, Lifetime>()
  let start = 0
  for (const [index, { project }] of versions.entries()) {
    const begin = versions[start]
    if (begin === undefined || (project !== null && index < versions.length - 1)) continue
    const ownVersions = versions.slice(start, index + 1)
    const lifetime = { id, begin, versions: ownVersions, moves: [], next: null }
    lifetimes.push(lifetime)
    for (const { commit } of ownVersions) byCommit.set(commit, lifetime)
    start = index + 1
  }
  for (const move of moves) {
    // A move on a merged branch belongs to the lifetime at its time.
    const at = Date.parse(move.at)
    const match = byCommit.get(move.commit) ?? lifetimes.findLast(({ begin }) => begin.at <= at)
    const lifetime = match ?? lifetimes[0]
    lifetime?.moves.push(move)
  }
  return lifetimes
}

/** Links lifetimes through renames. @returns the lifetimes that begin by a rename */
function linkRenames(lifetimes: readonly Lifetime[]): ReadonlySet<Lifetime> {
  const added = new Map<string, Lifetime[]>()
  for (const lifetime of lifetimes) {
    for (const key of keysOf(lifetime.begin, lifetime.begin.commit)) addTo(added, key, lifetime)
  }
  const renamed = new Set<Lifetime>()
  for (const lifetime of lifetimes) {
    const [before, last] = lifetime.versions.slice(-2)
    if (before === undefined || last === undefined || last.project !== null) continue
    const [next] = keysOf(before, last.commit).flatMap(
      (key) => added.get(key)?.find((one) => !renamed.has(one)) ?? [],
    )
    if (next === undefined) continue
    lifetime.next = next
    renamed.add(next)
  }
  return renamed
}

/** Keys of a version; a deleted and an added file with a common key are one project. */
function keysOf({ project }: ProjectVersion, commit: string): string[] {
  const { title, ...rest } = project ?? {}
  return [`${commit} title ${title}`, `${commit} rest ${JSON.stringify(rest)}`]
}

function addTo<K, V>(map: Map<K, V[]>, key: K, ...values: V[]): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, values)
  else list.push(...values)
}
