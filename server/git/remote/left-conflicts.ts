/**
 * The conflicts that merges with the remote have left, read from the messages of their commits: so
 * every server that has the history knows them, also after a restart. Which of them still need a
 * person's look is the caller's to say.
 */
import type { Displaced } from '../history/displaced-commits.ts'
import type { History, LoggedCommit } from '../history/history.ts'
import type { Git } from '../objects/git-process.ts'
import type { ObjectReader } from '../objects/object-reader.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import { entryAt } from '../objects/tree.ts'
import type { TreeCache } from '../objects/tree-cache.ts'
import { isSafePath } from '../objects/verify-path.ts'
import type { LeftConflict } from '../repository.ts'
import { CONFLICTS_SENTENCE, OURS_IS } from './integration.ts'

/** Merges with conflicts that are looked at, newest first. */
const MERGES_MAX = 50
const CONFLICTS_MAX = 500

interface Parts {
  git: Git
  displaced: Pick<Displaced, 'settled'>
  history: History
  reader: ObjectReader
  trees: TreeCache
  paths: RepositoryPaths
}

type Named = Omit<LeftConflict, 'isChangedSince'>

/**
 * A question for the conflicts, newest merge first. It is asked with every status, so what was found
 * is kept: a new HEAD costs a look at what came with it.
 */
export function createLeftConflicts(parts: Parts): () => Promise<LeftConflict[]> {
  const { git, displaced, history, reader, trees, paths } = parts
  let known: { head: string; named: Named[] } | null = null
  /** Those that a later commit has decided, by merge and file. */
  let decided = new Set<string>()
  /** Those that none had decided up to a HEAD. */
  let undecided = { head: '', keys: new Set<string>() }

  async function blobAt(commit: string | null, path: string): Promise<string | null> {
    const tree = commit && (await reader.info(`${commit}^{tree}`))
    return (tree && (await entryAt(trees.read, tree.id, `${paths.prefix}${path}`))?.id) ?? null
  }

  async function namedBy({ commit, date, parents, body }: LoggedCommit): Promise<Named[]> {
    const [ours = null, theirs = null] = parents
    if (ours === null || theirs === null) return []
    const base = await git.text(['merge-base', ours, theirs]).catch(() => null)
    const lines = linesOf(body).filter(({ file }) => file.startsWith(paths.prefix))
    return Promise.all(
      lines.map(async ({ file, copy }) => {
        const path = file.slice(paths.prefix.length)
        return {
          commit,
          date,
          file: path,
          copy: copy?.slice(paths.prefix.length) ?? null,
          ours: await blobAt(ours, path),
          base: await blobAt(base, path),
        }
      }),
    )
  }

  /** Conflicts of merges in a range. */
  async function namedIn(range: string): Promise<Named[]> {
    const wanted = ['--merges', '--fixed-strings', `--grep=${CONFLICTS_SENTENCE}`]
    // A merge may have the remote's text everywhere: without this git would leave it out.
    const merges = await history.log([...wanted, '--full-history', `-${MERGES_MAX}`, range])
    const named: Named[] = []
    // One process at a time: on a start there may be fifty merges to look at.
    for (const merge of merges) named.push(...(await namedBy(merge)))
    return named
  }

  async function namedUntil(head: string): Promise<Named[]> {
    if (known?.head === head) return known.named
    const isMore = known !== null && (await history.isAncestor(known.head))
    if (!isMore) decided = new Set()
    const named =
      known !== null && isMore
        ? [...(await namedIn(`${known.head}..${head}`)), ...known.named].slice(0, CONFLICTS_MAX)
        : await namedIn(head)
    known = { head, named }
    return named
  }

  async function isChangedSince({ commit, file }: Named, head: string): Promise<boolean> {
    const key = `${commit} ${file}`
    if (decided.has(key)) return true
    if (undecided.head === head && undecided.keys.has(key)) return false
    const later = await history.log(['-1', `${commit}..${head}`], [file])
    if (later.length > 0) {
      decided.add(key)
      return true
    }
    if (undecided.head !== head) undecided = { head, keys: new Set() }
    undecided.keys.add(key)
    return false
  }

  return async () => {
    const head = (await reader.info('HEAD'))?.id ?? null
    if (head === null) return []
    const settled = await displaced.settled()
    const named = (await namedUntil(head)).filter(({ ours }) => ours === null || !settled.has(ours))
    return Promise.all(
      named.map(async (conflict) => ({
        ...conflict,
        isChangedSince: await isChangedSince(conflict, head),
      })),
    )
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
    .filter(({ file, copy }) => isSafePath(file) && (copy === null || isSafePath(copy)))
}
