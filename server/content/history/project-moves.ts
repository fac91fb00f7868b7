/**
 * Moves of deadlines, read out of the history beside the answers: which commits changed a
 * project's due date, from when to when, and why. Commits made by hand count too.
 */
import type { ProjectMove } from '#domain/project.ts'
import type { BlobId, CommitId, FileRevision, Repository } from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import { classifyPath, isProblem } from '../files/content-paths.ts'
import { parseProjectFile } from '../formats/parse-project-file.ts'

type Moves = ReadonlyMap<string, readonly ProjectMove[]>

interface ProjectMoves {
  /** Reads what is new in the history; a call during another is answered by one more reading. */
  update(): Promise<void>
  close(): void
}

/** @param onMoves gets all moves by project id, oldest first, whenever there are others */
export function createProjectMoves(edges: {
  repository: Repository
  log: Log
  onMoves(moves: Moves): void
}): ProjectMoves {
  const { repository, log, onMoves } = edges
  let moves: Moves = new Map()
  let readTo: CommitId | null = null
  let underWay: Promise<void> | null = null
  let isWanted = false
  let isClosed = false

  async function dueDateOf(path: string, blob: BlobId): Promise<string | null> {
    const bytes = await repository.readRevision(blob, path)
    return bytes && (parseProjectFile({ path, bytes }).value?.due_date ?? null)
  }

  async function moveIn(revision: FileRevision): Promise<[string, ProjectMove] | null> {
    const { path, before, after, commit, date, body } = revision
    const file = classifyPath(path)
    if (file === null || isProblem(file) || file.kind !== 'project') return null
    if (before === null || after === null) return null
    const [from, to] = [await dueDateOf(path, before), await dueDateOf(path, after)]
    if (from === null || to === null || from === to) return null
    return [file.id, { from, to, at: date, commit, reason: body.trim() }]
  }

  /** What the history up to `head` says, from the moves that were read to an earlier commit. */
  async function movesUpTo(): Promise<Moves> {
    // After a rewrite of history some moves are no longer on the branch: all are read again.
    const since = readTo !== null && (await repository.isAncestor(readTo)) ? readTo : null
    const found = new Map(since === null ? [] : moves)
    for (const revision of await repository.fileRevisions('projects', since)) {
      const [id, move] = (await moveIn(revision)) ?? []
      if (id !== undefined && move !== undefined) found.set(id, [...(found.get(id) ?? []), move])
    }
    return found
  }

  async function read(): Promise<void> {
    const head = await repository.head()
    if (head === null || head === readTo) return
    const found = await movesUpTo()
    // Git was asked about HEAD, which may have moved in between: then its answer has no name.
    if ((await repository.head()) !== head) {
      isWanted = true
      return
    }
    readTo = head
    if (isClosed || areSame(found, moves)) return
    moves = found
    onMoves(moves)
  }

  async function readWhileWanted(): Promise<void> {
    while (isWanted && !isClosed) {
      isWanted = false
      await read()
    }
    // Set here, not after: a call in between would wait for a reading that is over.
    underWay = null
  }

  return {
    update() {
      isWanted = true
      underWay ??= readWhileWanted().catch((error) => {
        underWay = null
        // One cut off by the end is no fault.
        if (!isClosed) log.warn({ err: error }, 'Moves of deadlines could not be read')
      })
      return underWay
    },
    close() {
      isClosed = true
    },
  }
}

function areSame(a: Moves, b: Moves): boolean {
  return JSON.stringify([...a]) === JSON.stringify([...b])
}
