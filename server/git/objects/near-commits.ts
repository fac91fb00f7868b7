/**
 * The newest commits of a line, read one by one: where they are few, as after a save of one's own,
 * that costs a fraction of a process that is asked about them.
 */
import { cleanLines } from '#domain/texts/control-characters.ts'
import { parseCommitTime } from './commit-object.ts'
import { FIELD_LENGTH_MAX } from './log-records.ts'
import type { ObjectReader } from './object-reader.ts'

export interface CommitHead {
  id: string
  tree: string
  parents: readonly string[]
  /** As in the object. */
  bytes: Buffer
}

/** Who made a commit when, and why, as `git log` tells it. */
interface CommitStory {
  /** Of the author, ISO 8601 with offset. */
  date: string
  /** Milliseconds since 1970. */
  authoredAt: number
  committedAt: number
  body: string
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

/** The tree and the parents of a commit; null when there is none, or git itself has to read it. */
export async function commitHead(reader: ObjectReader, id: string): Promise<CommitHead | null> {
  const found = await reader.read(id, FIELD_LENGTH_MAX)
  if (found?.type !== 'commit') return null
  // The message comes after an empty line, and may say anything.
  const head = found.body.toString('latin1').split('\n\n', 1)[0] ?? ''
  const tree = /^tree ([0-9a-f]{40})$/m.exec(head)?.[1]
  if (tree === undefined) return null
  const parents = [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, name = '']) => name)
  return { id: found.id, tree, parents, bytes: found.body }
}

/** Null for a commit of an odd form, which git itself has to read. */
export function commitStory({ bytes }: Pick<CommitHead, 'bytes'>): CommitStory | null {
  const end = bytes.indexOf('\n\n')
  const head = bytes.toString('latin1', 0, end)
  const author = /^author .*> (\d+ [+-]\d{4})$/m.exec(head)
  const committer = /^committer .*> (\d+ [+-]\d{4})$/m.exec(head)
  if (end < 0 || !author || !committer || /^encoding /m.test(head) || bytes.includes(0)) return null
  const { date, at: authoredAt } = parseCommitTime(author[1] ?? '')
  const message = bytes.toString('utf8', end + 2).replace(/^(?:[ \t]*\n)+/, '')
  const subject = /^(?:[^\n]*\S[^\n]*(?:\n|$))+/.exec(message)?.[0] ?? ''
  return {
    date,
    authoredAt,
    committedAt: parseCommitTime(committer[1] ?? '').at,
    body: cleanLines(message.slice(subject.length).replace(/^(?:[ \t]*\n)+/, '')),
  }
}
