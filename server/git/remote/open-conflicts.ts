/**
 * Conflicts of merges with the remote, read from the commit messages of the merges, so that every
 * clone knows them, also after a restart.
 */
import { cleanLine } from '#domain/texts/control-characters.ts'
import type { DisplacedCommits } from '../history/displaced-commits.ts'
import type { History } from '../history/history.ts'
import { FULL_HISTORY } from '../objects/log-records.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { isSafePath } from '../objects/verify-path.ts'
import type { CommitId, LogCommit, MergeConflict, OpenConflict } from '../repository.ts'

/** Newest merges with conflicts that are read. */
const MERGES_MAX = 50

/** Conflicts listed in one message. */
const NAMED_MAX = 50
/** Heading of that list. */
const CONFLICTS_SENTENCE = 'Both sides changed the same places. The text of the remote stands at:'
const OURS_IS = ': ours is '
const LINE = /^- ("(?:[^"\\]|\\.)*")(?:: ours is ("(?:[^"\\]|\\.)*"))?$/

interface Deps extends RepositoryAccess {
  displaced: Pick<DisplacedCommits, 'settled'>
  history: History
}

export class OpenConflicts {
  readonly #deps: Deps
  /** Cache for one HEAD: the status is polled. */
  #cached: { head: CommitId; conflicts: readonly OpenConflict[] } | null = null

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Unsettled conflicts, newest merge first. */
  async list(): Promise<OpenConflict[]> {
    const { reader, displaced } = this.#deps
    const head = await reader.idOf('HEAD')
    if (head === null) return []
    if (this.#cached?.head !== head) this.#cached = { head, conflicts: await this.#find(head) }
    const settled = await displaced.settled()
    return this.#cached.conflicts.filter(({ ours }) => ours === null || !settled.has(ours))
  }

  async #find(head: CommitId): Promise<OpenConflict[]> {
    const options = ['--merges', '--fixed-strings', `--grep=${CONFLICTS_SENTENCE}`]
    // Without FULL_HISTORY git omits a merge whose tree equals the remote's.
    const merges = await this.#deps.history.log([...options, FULL_HISTORY, `-${MERGES_MAX}`, head])
    const conflicts: OpenConflict[] = []
    // One merge at a time: there may be fifty.
    for (const merge of merges) conflicts.push(...(await this.#conflictsOf(merge, head)))
    return conflicts
  }

  async #conflictsOf(
    { commit, date, parents, body }: LogCommit,
    head: CommitId,
  ): Promise<OpenConflict[]> {
    const { git, paths, history } = this.#deps
    const [ours = '', theirs = ''] = parents
    const base = await git.text(['merge-base', ours, theirs]).catch(() => null)
    const blobAt = async (at: string | null, path: string) => at && history.blobAt(at, path)
    const lines = readConflicts(body).filter(({ file }) => file.startsWith(paths.prefix))
    return Promise.all(
      lines.map(async (line) => {
        const file = line.file.slice(paths.prefix.length)
        return {
          ...{ commit, date, file },
          copy: line.copy?.slice(paths.prefix.length) ?? null,
          ours: await blobAt(ours, file),
          base: await blobAt(base, file),
          isChangedSince: (await blobAt(head, file)) !== (await blobAt(commit, file)),
        }
      }),
    )
  }
}

/** The body of a merge's message; empty without conflicts. */
export function conflictsText(conflicts: readonly MergeConflict[]): string {
  if (conflicts.length === 0) return ''
  // A name with a line break would be parsed as several conflicts.
  const lines = conflicts
    .filter(({ file, copy }) => [file, copy ?? file].every((path) => path === cleanLine(path)))
    .slice(0, NAMED_MAX)
    .map(
      // Quoted, so that no name can imitate the separator.
      ({ file, copy }) =>
        `- ${JSON.stringify(file)}${copy === null ? '' : `${OURS_IS}${JSON.stringify(copy)}`}`,
    )
  return [CONFLICTS_SENTENCE, ...lines].join('\n')
}

/** The conflicts that the message of a merge names. */
function readConflicts(body: string): MergeConflict[] {
  const start = body.indexOf(CONFLICTS_SENTENCE)
  const [, ...lines] = start < 0 ? [] : body.slice(start).split('\n', NAMED_MAX + 1)
  return lines.flatMap((line) => {
    const [, file, copy] = LINE.exec(line) ?? []
    if (file === undefined) return []
    try {
      const conflict = {
        file: String(JSON.parse(file)),
        copy: copy ? String(JSON.parse(copy)) : null,
      }
      return isSafePath(conflict.file) && isSafePath(conflict.copy ?? conflict.file)
        ? [conflict]
        : []
    } catch {
      // A message by somebody else.
      return []
    }
  })
}
