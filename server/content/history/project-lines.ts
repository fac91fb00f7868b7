/**
 * The history of each project: the versions of its file, and the moves of its due date with their
 * reasons. Commits by hand count too.
 */
import { type ProjectMove, REASON_LENGTH_MAX } from '#domain/project.ts'
import type { ProjectVersion } from '#domain/record/history-facts.ts'
import type { BlobId, FileRevision, History, LogCommit } from '../../git/repository.ts'
import { contentFileAt } from '../files/content-paths.ts'
import { parseProjectFile, projectFieldsOf } from '../formats/project-file.ts'

export class ProjectLines {
  readonly #history: () => History
  readonly #versions = new Map<string, ProjectVersion[]>()
  #moves: ReadonlyMap<string, readonly ProjectMove[]> = new Map()

  /** @param history of the repository, which may have been opened again */
  constructor(history: () => History) {
    this.#history = history
  }

  /** By project id, oldest first. */
  versions(): Map<string, readonly ProjectVersion[]> {
    return new Map(this.#versions)
  }

  /** By project id, oldest first; the same map until a due date moves. */
  moves(): ReadonlyMap<string, readonly ProjectMove[]> {
    return this.#moves
  }

  /** Adds one commit of the first-parent line. @returns whether it changed a project */
  async add(commit: LogCommit): Promise<boolean> {
    const [parent = null, ...merged] = commit.parents
    const isMerge = merged.length > 0
    let hasAny = false
    for (const change of commit.changes) {
      const { path, from, after } = change
      // A rename counts as a deletion and an addition, which the record joins by content.
      if (from !== null) hasAny = (await this.#addVersion(commit, from, null)) || hasAny
      if (!(await this.#addVersion(commit, path, after))) continue
      hasAny = true
      if (!isMerge && from === null) await this.#addMove({ ...commit, ...change })
    }
    if (!hasAny || !isMerge) return hasAny
    // Each move on the merged branch has its own commit and reason.
    const revisions = await this.#history().fileRevisions('projects', parent, commit.commit)
    for (const revision of revisions) await this.#addMove(revision)
    return true
  }

  async #addVersion(
    { commit, committedAt, body }: Pick<LogCommit, 'commit' | 'committedAt' | 'body'>,
    path: string,
    blob: BlobId | null,
  ): Promise<boolean> {
    const id = projectIdAt(path)
    if (id === null) return false
    const project = await this.#read(path, blob)
    // An unreadable version is skipped, as the site keeps the last good one.
    if (project === null && blob !== null) return false
    const version = { commit, at: committedAt, reason: reasonIn(body), project }
    // A new list: the old one may be in a snapshot, which never changes.
    this.#versions.set(id, [...(this.#versions.get(id) ?? []), version])
    return true
  }

  async #addMove({ path, before, after, commit, date, body }: FileRevision): Promise<void> {
    const id = projectIdAt(path)
    if (id === null || before === null || after === null) return
    const from = (await this.#read(path, before))?.due_date
    const to = (await this.#read(path, after))?.due_date
    if (from === undefined || to === undefined || from === to) return
    const move = { from, to, at: date, commit, reason: reasonIn(body) }
    this.#moves = new Map(this.#moves).set(id, [...(this.#moves.get(id) ?? []), move])
  }

  async #read(path: string, blob: BlobId | null): Promise<ProjectVersion['project']> {
    const bytes = blob === null ? null : await this.#history().readRevision(blob, path)
    const value = bytes && parseProjectFile({ path, bytes }).value
    if (!value) return null
    return projectFieldsOf(value)
  }
}

/**
 * The reason in a commit's message, cut to the limit of the panel: an answer may have a hundred.
 */
function reasonIn(body: string): string {
  const text = body.trim()
  if (text.length <= REASON_LENGTH_MAX) return text
  // Do not split a surrogate pair.
  return `${text.slice(0, REASON_LENGTH_MAX - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The id of the project whose file is at a path; null for any other file. */
function projectIdAt(path: string): string | null {
  const file = contentFileAt(path)
  return file?.kind === 'project' ? file.id : null
}
