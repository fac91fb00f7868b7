/**
 * The conflicts that merges with the remote have left, read from the messages of their commits: so
 * every server that has the history knows them, also after a restart. Which of them still need a
 * person's look is the caller's to say.
 */
import { LRUCache } from 'lru-cache'
import { cleanLine } from '#domain/texts/control-characters.ts'
import type { DisplacedCommits } from '../history/displaced-commits.ts'
import type { History } from '../history/history.ts'
import { EVERY_SIDE } from '../objects/log-records.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { isSafePath } from '../objects/verify-path.ts'
import type { CommitId, LeftConflict, LogCommit, MergeConflict } from '../repository.ts'

/** Merges with conflicts that are looked at, newest first. */
const MERGES_MAX = 50

/** Conflicts that one message names. */
const NAMED_MAX = 50
/** Before a line for each. */
export const CONFLICTS_SENTENCE =
  'Both sides changed the same places. The text of the remote stands at:'
const OURS_IS = ': ours is '
const LINE = /^- ("(?:[^"\\]|\\.)*")(?:: ours is ("(?:[^"\\]|\\.)*"))?$/

interface Deps extends RepositoryAccess {
  displaced: Pick<DisplacedCommits, 'settled'>
  history: History
}

/** A conflict, and what stood at its path right after the merge. */
type Named = Omit<LeftConflict, 'isChangedSince'> & { merged: string | null }

export class LeftConflicts {
  readonly #deps: Deps
  /** The status asks with every look: the merges up to a HEAD, and what each of them named. */
  #merges: { head: CommitId; commits: readonly LogCommit[] } | null = null
  readonly #named = new LRUCache<CommitId, readonly Named[]>({ max: MERGES_MAX * 2 })

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Those that nobody has settled, newest merge first. */
  async list(): Promise<LeftConflict[]> {
    const { reader, displaced, history } = this.#deps
    const head = await reader.idOf('HEAD')
    if (head === null) return []
    const settled = await displaced.settled()
    const left: LeftConflict[] = []
    // One merge at a time: at a start there may be fifty to look at.
    for (const commit of await this.#mergesUntil(head)) {
      for (const { merged, ...conflict } of await this.#namedBy(commit)) {
        if (conflict.ours !== null && settled.has(conflict.ours)) continue
        const now = await history.blobAt(head, conflict.file)
        left.push({ ...conflict, isChangedSince: now !== merged })
      }
    }
    return left
  }

  async #mergesUntil(head: CommitId): Promise<readonly LogCommit[]> {
    if (this.#merges?.head === head) return this.#merges.commits
    const wanted = ['--merges', '--fixed-strings', `--grep=${CONFLICTS_SENTENCE}`]
    // A merge may have the remote's text everywhere: without this git would leave it out.
    const commits = await this.#deps.history.log([...wanted, EVERY_SIDE, `-${MERGES_MAX}`, head])
    this.#merges = { head, commits }
    return commits
  }

  async #namedBy({ commit, date, parents, body }: LogCommit): Promise<readonly Named[]> {
    const known = this.#named.get(commit)
    if (known) return known
    const { git, paths, history } = this.#deps
    const [ours = null, theirs = null] = parents
    if (ours === null || theirs === null) return []
    const base = await git.text(['merge-base', ours, theirs]).catch(() => null)
    const blobAt = async (at: string | null, path: string) => at && history.blobAt(at, path)
    const lines = readConflicts(body).filter(({ file }) => file.startsWith(paths.prefix))
    const named = await Promise.all(
      lines.map(async (line) => {
        const file = line.file.slice(paths.prefix.length)
        return {
          ...{ commit, date, file },
          copy: line.copy?.slice(paths.prefix.length) ?? null,
          ours: await blobAt(ours, file),
          base: await blobAt(base, file),
          merged: await blobAt(commit, file),
        }
      }),
    )
    this.#named.set(commit, named)
    return named
  }
}

/** The body of a merge's message; empty without conflicts. */
export function conflictsText(conflicts: readonly MergeConflict[]): string {
  if (conflicts.length === 0) return ''
  // A name with a line break in it would be read back as more than one conflict.
  const lines = conflicts
    .filter(({ file, copy }) => [file, copy ?? file].every((path) => path === cleanLine(path)))
    .slice(0, NAMED_MAX)
    .map(
      // Between quotes no name can look like the end of a name.
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
    const found = { file: unquoted(file) ?? '', copy: unquoted(copy) }
    const isSafe = isSafePath(found.file) && (found.copy === null || isSafePath(found.copy))
    return isSafe ? [found] : []
  })
}

function unquoted(text: string | undefined): string | null {
  if (text === undefined) return null
  try {
    return String(JSON.parse(text))
  } catch {
    return ''
  }
}
