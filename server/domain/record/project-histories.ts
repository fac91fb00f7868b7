/** The history of each deadline project, followed through renames of its file. */
import type { ProjectMove } from '../project.ts'
import { lastUntil } from './commit-times.ts'
import type { HistoryFacts, ProjectVersion } from './history-facts.ts'

export interface ProjectHistory {
  /** The id that it has now, or had last. */
  id: string
  /** Oldest first. */
  versions: readonly ProjectVersion[]
  /** Oldest first. */
  moves: readonly ProjectMove[]
}

/** By project id, oldest first. */
type MovesById = ReadonlyMap<string, readonly ProjectMove[]>

/** A file from where it came to where it went. */
interface Stretch {
  id: string
  versions: readonly ProjectVersion[]
  /** Those of the id that were made meanwhile. */
  moves: ProjectMove[]
  /** The stretch of another id that the commit continues this one with. */
  renamedTo: Stretch | null
}

/**
 * Every project of the history, deleted ones too. A file that goes in the commit in which one with
 * the same title, or with the same of everything else, comes is the same project under another id;
 * one that goes and comes back under its own id is one project.
 */
export function projectHistories(
  projects: HistoryFacts['projects'],
  moves: MovesById,
): ProjectHistory[] {
  const stretches = [...projects].flatMap(([id, versions]) =>
    stretchesOf(id, versions, moves.get(id) ?? []),
  )
  findRenames(stretches)
  const byLastId = new Map<string, Stretch[]>()
  const lastIds = new Map<Stretch, string>()
  for (const stretch of stretches) addTo(byLastId, lastIdOf(stretch, lastIds), stretch)
  return [...byLastId].map(([id, own]) => {
    own.sort((a, b) => beginOf(a) - beginOf(b))
    return {
      id,
      versions: own.flatMap(({ versions, renamedTo }) =>
        // Where the file only took another name it did not go.
        renamedTo === null ? versions : versions.slice(0, -1),
      ),
      moves: own.flatMap(({ moves }) => moves),
    }
  })
}

/** Split after each deletion. */
function stretchesOf(
  id: string,
  versions: readonly ProjectVersion[],
  moves: readonly ProjectMove[],
): Stretch[] {
  const stretches: Stretch[] = []
  const cuts: { at: number }[] = []
  const placeOf = new Map<string, number>()
  let begin = 0
  for (const [index, { project, at, commit }] of versions.entries()) {
    if (!placeOf.has(commit)) placeOf.set(commit, stretches.length)
    const isLast = index === versions.length - 1
    if (project !== null && !isLast) continue
    stretches.push({ id, versions: versions.slice(begin, index + 1), moves: [], renamedTo: null })
    if (!isLast) cuts.push({ at })
    begin = index + 1
  }
  const cutsUntil = lastUntil(cuts)
  for (const move of moves) {
    // One of a branch that was merged belongs where it was made.
    const place = placeOf.get(move.commit) ?? cutsUntil(Date.parse(move.at) - 1) + 1
    stretches[place]?.moves.push(move)
  }
  return stretches
}

/** Commit time of a move, from the main branch if it is there, else from its side branch. */
export function commitTimes(
  versions: readonly Pick<ProjectVersion, 'commit' | 'at'>[],
): (move: ProjectMove) => number {
  const times = new Map(versions.toReversed().map(({ commit, at }) => [commit, at]))
  return ({ commit, at }) => times.get(commit) ?? Date.parse(at)
}

const beginOf = ({ versions }: Stretch) => versions[0]?.at ?? 0

function findRenames(stretches: readonly Stretch[]): void {
  const came = new Map<string, Stretch[]>()
  // From the last one on, so that the first that is still free is at each list's end.
  for (const stretch of stretches.toReversed()) {
    const [first] = stretch.versions
    for (const key of first ? keysOf(first, first.commit) : []) addTo(came, key, stretch)
  }
  const order = new Map(stretches.map((stretch, index) => [stretch, index]))
  const orderOf = (stretch: Stretch) => order.get(stretch) ?? 0
  const taken = new Set<Stretch>()
  for (const stretch of stretches) {
    const last = stretch.versions.at(-1)
    const before = stretch.versions.at(-2)
    if (!last || last.project !== null || !before) continue
    const others = keysOf(before, last.commit).flatMap((key) => firstFree(came.get(key), taken))
    const [next] = others.sort((a, b) => orderOf(a) - orderOf(b))
    if (next === undefined || next.id === stretch.id) continue
    stretch.renamedTo = next
    taken.add(next)
  }
}

/** Two versions with one key, of the file that goes and of one that comes, are of the same project. */
function keysOf({ project }: ProjectVersion, commit: string): string[] {
  if (project === null) return []
  const { title, ...rest } = project
  return [`${commit} title ${title}`, `${commit} rest ${JSON.stringify(rest)}`]
}

function firstFree(list: Stretch[] = [], taken: ReadonlySet<Stretch>): Stretch[] {
  for (let first = list.at(-1); first !== undefined; first = list.at(-1)) {
    if (!taken.has(first)) return [first]
    list.pop()
  }
  return []
}

/** @param known those that were asked for, by what they led to */
function lastIdOf(stretch: Stretch, known: Map<Stretch, string>): string {
  const way: Stretch[] = []
  let last = stretch
  while (last.renamedTo !== null && !known.has(last)) {
    way.push(last)
    last = last.renamedTo
  }
  const id = known.get(last) ?? last.id
  for (const passed of way) known.set(passed, id)
  return id
}

function addTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
