/**
 * Conflicts of merges with the remote, read from the commit messages of the merges, so that every
 * clone knows them, also after a restart.
 */
import { cleanLine } from '#domain/texts/control-characters.ts'
import type { DisplacedCommits } from '../history/displaced-commits.ts'
import type { History } from '../history/history.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { isSafePath } from '../objects/verify-path.ts'
import type { CommitId, LogCommit, MergeConflict, OpenConflict } from '../repository.ts'

/** Newest merges with conflicts that are read. */
const MERGES_MAX = 50

/** Conflicts listed in one message. */
const NAMED_MAX = 50
const CONFLICTS_SENTENCE = 'Both sides changed the same places. The text of the remote stands at:'
/** Names are quoted, so that none can imitate the separator. */
const LINE = /^- "((?:[^"\\]|\\.)*)"(?:: ours is "((?:[^"\\]|\\.)*)")?$/
const quoted = (path: string) => `"${path.replace(/["\\]/g, '\\$&')}"`
const unquoted = (name: string) => name.replace(/\\(.)/g, '$1')

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
    const merges = await this.#deps.history.log([...options, `-${MERGES_MAX}`, head])
    const conflicts: OpenConflict[] = []
    // One merge at a time: there may be fifty.
    for (const merge of merges) conflicts.push(...(await this.#conflictsOf(merge, head)))
    return conflicts
  }

  async #conflictsOf({ commit, parents, body }: LogCommit, head: string): Promise<OpenConflict[]> {
    const { git, paths, history } = this.#deps
    const [ours = '', theirs = ''] = parents
    const base = await git.text(['merge-base', ours, theirs]).catch(() => null)
    const blobAt = async (at: string | null, path: string) => at && history.blobAt(at, path)
    const lines = readConflicts(body).filter(({ file }) => file.startsWith(paths.prefix))
    return Promise.all(
      lines.map(async (line) => {
        const file = line.file.slice(paths.prefix.length)
        return {
          file,
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
    .map(({ file, copy }) => `- ${quoted(file)}${copy === null ? '' : `: ours is ${quoted(copy)}`}`)
  return [CONFLICTS_SENTENCE, ...lines].join('\n')
}

/** The conflicts that the message of a merge names. */
function readConflicts(body: string): MergeConflict[] {
  const [, ...lines] = body.slice(body.indexOf(CONFLICTS_SENTENCE)).split('\n', NAMED_MAX + 1)
  const conflicts = lines.flatMap((line) => {
    const [, file, copy] = LINE.exec(line) ?? []
    if (file === undefined) return []
    return [{ file: unquoted(file), copy: copy === undefined ? null : unquoted(copy) }]
  })
  // The message may be somebody else's.
  return conflicts.filter(({ file, copy }) => isSafePath(file) && isSafePath(copy ?? file))
}
