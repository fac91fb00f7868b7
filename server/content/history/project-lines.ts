/**
 * The line of each project through the history: what each commit made of its file, and which commits
 * moved its due date, from when to when, and why. Commits made by hand count too.
 */
import { type ProjectMove, REASON_LENGTH_MAX } from '#domain/project.ts'
import type { ProjectVersion } from '#domain/record/history-facts.ts'
import type { BlobId, FileRevision, LineCommit, Repository } from '../../git/repository.ts'
import { classifyPath, isProblem } from '../files/content-paths.ts'
import { parseProjectFile } from '../formats/parse-project-file.ts'

type Read = Pick<Repository, 'readRevision'>

export class ProjectLines {
  readonly #versions = new Map<string, ProjectVersion[]>()
  readonly #moves = new Map<string, ProjectMove[]>()

  /** By project id, oldest first. */
  versions(): ReadonlyMap<string, readonly ProjectVersion[]> {
    return this.#versions
  }

  /** By project id, oldest first. */
  moves(): ReadonlyMap<string, readonly ProjectMove[]> {
    return this.#moves
  }

  /** Puts back what `versions` and `moves` gave of a project. */
  restore(id: string, versions: readonly ProjectVersion[], moves: readonly ProjectMove[]): void {
    this.#versions.set(id, [...versions])
    if (moves.length > 0) this.#moves.set(id, [...moves])
  }

  /** Adds what one commit of the main line made of the projects. Returns whether there was any. */
  async add({ commit, committedAt, body, changes }: LineCommit, repository: Read) {
    let hasAny = false
    for (const { path, after } of changes) {
      const id = projectIdAt(path)
      if (id === null) continue
      const project = await projectIn(repository, path, after)
      // A version that cannot be read says nothing: the site keeps the last good one too.
      if (project === null && after !== null) continue
      addTo(this.#versions, id, { commit, at: committedAt, reason: reasonIn(body), project })
      hasAny = true
    }
    return hasAny
  }

  /** Adds the moves among revisions of files, oldest first: those of a merge's side are its own. */
  async addMoves(revisions: readonly FileRevision[], repository: Read): Promise<void> {
    for (const { path, before, after, commit, date, body } of revisions) {
      const id = projectIdAt(path)
      if (id === null || before === null || after === null) continue
      const [from, to] = [
        await projectIn(repository, path, before),
        await projectIn(repository, path, after),
      ].map((project) => project?.due_date)
      if (from === undefined || to === undefined || from === to) continue
      addTo(this.#moves, id, { from, to, at: date, commit, reason: reasonIn(body) })
    }
  }
}

function addTo<V>(map: Map<string, V[]>, id: string, value: V): void {
  // A new list: the old one may be in a snapshot, which never changes.
  map.set(id, [...(map.get(id) ?? []), value])
}

/** The reason that a commit's message gives, as far as the panel would take it: each answer has a hundred. */
function reasonIn(body: string): string {
  const text = body.trim()
  if (text.length <= REASON_LENGTH_MAX) return text
  // Not between the two halves of a character.
  return `${text.slice(0, REASON_LENGTH_MAX - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The id of the project whose file is at a path; null for any other file. */
export function projectIdAt(path: string): string | null {
  const file = classifyPath(path)
  return file !== null && !isProblem(file) && file.kind === 'project' ? file.id : null
}

async function projectIn(
  repository: Read,
  path: string,
  blob: BlobId | null,
): Promise<ProjectVersion['project']> {
  const bytes = blob === null ? null : await repository.readRevision(blob, path)
  const value = bytes && parseProjectFile({ path, bytes }).value
  if (!value) return null
  const { title, due_date, status, tags, link } = value
  return { title, due_date, status, tags: [...tags], link }
}
