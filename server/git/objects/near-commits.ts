/**
 * The newest commits of a line, read one by one: where they are few, as after a save of one's own,
 * that costs a fraction of a process that is asked about them.
 */
import type { ObjectReader } from './object-reader.ts'

export interface CommitHead {
  tree: string
  parents: readonly string[]
}

/** Commits that are looked at. */
const NEAR_COMMITS = 32

/**
 * The commits of the first-parent line after `since` up to `to`, newest first; null when `since` is
 * not among the newest of that line.
 */
export async function commitsSince(
  reader: ObjectReader,
  { since, to }: { since: string; to: string },
): Promise<CommitHead[] | null> {
  const commits: CommitHead[] = []
  for (let id = to; id !== since; ) {
    const head = commits.length < NEAR_COMMITS ? await commitHead(reader, id) : null
    const [parent] = head?.parents ?? []
    if (head === null || parent === undefined) return null
    commits.push(head)
    id = parent
  }
  return commits
}

/** The tree and the parents of a commit; null when there is no such commit. */
export async function commitHead(reader: ObjectReader, id: string): Promise<CommitHead | null> {
  const found = await reader.read(id)
  if (found?.type !== 'commit') return null
  // The message comes after an empty line, and may say anything.
  const head = found.body.toString('latin1').split('\n\n', 1)[0] ?? ''
  const tree = /^tree ([0-9a-f]{40})$/m.exec(head)?.[1]
  if (tree === undefined) return null
  return { tree, parents: [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, id = '']) => id) }
}
