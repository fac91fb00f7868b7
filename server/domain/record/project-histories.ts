/** The history of each deadline project, followed through renames of its file. */
import type { ProjectMove } from '../project.ts'
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
  moves: readonly ProjectMove[]
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
  for (const stretch of stretches) {
    const id = lastIdOf(stretch)
    byLastId.set(id, [...(byLastId.get(id) ?? []), stretch])
  }
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

/** Cut behind each version in which the file went. */
function stretchesOf(
  id: string,
  versions: readonly ProjectVersion[],
  moves: readonly ProjectMove[],
): Stretch[] {
  const stretches: Stretch[] = []
  let begin = 0
  let after = -Infinity
  for (const [index, { project, at }] of versions.entries()) {
    const isLast = index === versions.length - 1
    if (project !== null && !isLast) continue
    const until = isLast ? Infinity : at
    const own = moves.filter((move) => {
      const madeAt = commitTime(move, versions)
      return madeAt > after && madeAt <= until
    })
    stretches.push({ id, versions: versions.slice(begin, index + 1), moves: own, renamedTo: null })
    begin = index + 1
    after = at
  }
  return stretches
}

/** When a move was committed: on the branch itself, or where that is not known on its own branch. */
export function commitTime(
  { commit, at }: ProjectMove,
  versions: readonly Pick<ProjectVersion, 'commit' | 'at'>[],
): number {
  return versions.find((version) => version.commit === commit)?.at ?? Date.parse(at)
}

const beginOf = ({ versions }: Stretch) => versions[0]?.at ?? 0

function findRenames(stretches: readonly Stretch[]): void {
  const came = new Map<string, Stretch[]>()
  for (const stretch of stretches) {
    const first = stretch.versions[0]
    if (!first?.project) continue
    came.set(first.commit, [...(came.get(first.commit) ?? []), stretch])
  }
  for (const stretch of stretches) {
    const last = stretch.versions.at(-1)
    if (!last || last.project !== null) continue
    const others = came.get(last.commit) ?? []
    const next = others.find((other) => isSameProject(stretch.versions.at(-2), other.versions[0]))
    if (next === undefined || next.id === stretch.id) continue
    stretch.renamedTo = next
    others.splice(others.indexOf(next), 1)
  }
}

function isSameProject(before: ProjectVersion | undefined, after: ProjectVersion | undefined) {
  if (!before?.project || !after?.project) return false
  const { title: titleBefore, ...restBefore } = before.project
  const { title: titleAfter, ...restAfter } = after.project
  return titleBefore === titleAfter || JSON.stringify(restBefore) === JSON.stringify(restAfter)
}

function lastIdOf(stretch: Stretch): string {
  let last = stretch
  while (last.renamedTo !== null) last = last.renamedTo
  return last.id
}
