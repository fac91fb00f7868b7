/**
 * The conflicts that merges with the remote have left, read from the messages of their commits: so
 * every server that has the history knows them, also after a restart. Which of them still need a
 * person's look is the caller's to say.
 */
import type { Displaced } from './displaced.ts'
import type { Git } from './git-process.ts'
import type { History, LoggedCommit } from './history.ts'
import { CONFLICTS_SENTENCE, OURS_IS } from './integration.ts'
import type { ObjectReader } from './object-reader.ts'
import type { Places } from './places.ts'
import { entryAt } from './tree.ts'
import type { TreeCache } from './tree-cache.ts'

/** Merges with conflicts that are looked at, newest first. */
const MERGES_MAX = 50

/** One file of one merge; paths are those of the content folder. */
export interface LeftConflict {
  /** The merge's commit. */
  commit: string
  date: string
  file: string
  /** Where our text was put; null when only the history has it. */
  copy: string | null
  /** Our version, and the one that both came from, as blobs. */
  ours: string | null
  base: string | null
  /** Whether a later commit has changed the file. */
  isChangedSince: boolean
}

interface Parts {
  git: Git
  displaced: Pick<Displaced, 'settled'>
  history: History
  reader: ObjectReader
  trees: TreeCache
  places: Places
}

/** A question for the conflicts, newest merge first. */
export function createLeftConflicts(parts: Parts) {
  const { git, displaced, history, reader, trees, places } = parts

  async function blobAt(commit: string | null, path: string): Promise<string | null> {
    const tree = commit && (await reader.info(`${commit}^{tree}`))
    return (tree && (await entryAt(trees.read, tree.id, `${places.prefix}${path}`))?.id) ?? null
  }

  async function conflictsOf({ commit, date, parents, body }: LoggedCommit) {
    const [ours = null, theirs = null] = parents
    if (ours === null || theirs === null) return []
    const base = await git.text(['merge-base', ours, theirs]).catch(() => null)
    const named = linesOf(body).filter(({ file }) => file.startsWith(places.prefix))
    return Promise.all(
      named.map(async ({ file, copy }): Promise<LeftConflict> => {
        const path = file.slice(places.prefix.length)
        const later = await history.log(['-1', `${commit}..HEAD`], [path])
        return {
          commit,
          date,
          file: path,
          copy: copy?.slice(places.prefix.length) ?? null,
          ours: await blobAt(ours, path),
          base: await blobAt(base, path),
          isChangedSince: later.length > 0,
        }
      }),
    )
  }

  return async (): Promise<LeftConflict[]> => {
    const wanted = ['--merges', '--fixed-strings', `--grep=${CONFLICTS_SENTENCE}`]
    // A merge may have the remote's text everywhere: without this git would leave it out.
    const merges = await history.log([...wanted, '--full-history', `-${MERGES_MAX}`])
    const settled = await displaced.settled()
    const left = (await Promise.all(merges.map(conflictsOf))).flat()
    return left.filter(({ ours }) => ours === null || !settled.has(ours))
  }
}

function linesOf(body: string): { file: string; copy: string | null }[] {
  const start = body.indexOf(CONFLICTS_SENTENCE)
  const lines = start < 0 ? [] : body.slice(start).split('\n').slice(1)
  return lines
    .filter((line) => line.startsWith('- '))
    .map((line) => {
      const [file = '', copy = null] = line.slice(2).split(OURS_IS)
      return { file, copy }
    })
}
