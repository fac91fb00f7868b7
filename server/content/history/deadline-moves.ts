/**
 * Moves of deadlines, read out of the history: which commits changed a project's due date, from
 * when to when, and why. Commits made by hand count too.
 */
import type { ProjectMove } from '#domain/project.ts'
import type { BlobId, CommitId, FileRevision, Repository } from '../../git/repository.ts'
import { classifyPath, isProblem } from '../files/content-paths.ts'
import { parseProjectFile } from '../formats/parse-project-file.ts'

type Moves = ReadonlyMap<string, readonly ProjectMove[]>

export class DeadlineMoves {
  readonly #repository: Repository
  #moves: Moves = new Map()
  #readTo: CommitId | null = null

  constructor(repository: Repository) {
    this.#repository = repository
  }

  /** All moves by project id, oldest first. */
  all(): Moves {
    return this.#moves
  }

  /** Reads what is new up to `head`. @returns false when HEAD moved meanwhile: read it again */
  async read(head: CommitId): Promise<boolean> {
    const found = await this.#movesUpToHead()
    // Git was asked about HEAD, which may have moved in between: then its answer has no name.
    if ((await this.#repository.head()) !== head) return false
    this.#readTo = head
    this.#moves = found
    return true
  }

  async #movesUpToHead(): Promise<Moves> {
    const readTo = this.#readTo
    // After a rewrite of history some moves are no longer on the branch: all are read again.
    const since = readTo !== null && (await this.#repository.isAncestor(readTo)) ? readTo : null
    const found = new Map(since === null ? [] : this.#moves)
    for (const revision of await this.#repository.fileRevisions('projects', since)) {
      const [id, move] = (await this.#moveIn(revision)) ?? []
      if (id !== undefined && move !== undefined) found.set(id, [...(found.get(id) ?? []), move])
    }
    return found
  }

  async #moveIn(revision: FileRevision): Promise<[string, ProjectMove] | null> {
    const { path, before, after, commit, date, body } = revision
    const file = classifyPath(path)
    if (file === null || isProblem(file) || file.kind !== 'project') return null
    if (before === null || after === null) return null
    const [from, to] = [await this.#dueDateOf(path, before), await this.#dueDateOf(path, after)]
    if (from === null || to === null || from === to) return null
    return [file.id, { from, to, at: date, commit, reason: body.trim() }]
  }

  async #dueDateOf(path: string, blob: BlobId): Promise<string | null> {
    const bytes = await this.#repository.readRevision(blob, path)
    return bytes && (parseProjectFile({ path, bytes }).value?.due_date ?? null)
  }
}
