/**
 * Makes commits by one `git fast-import`. They are kept by a ref of ours until the branch names them,
 * so that no `git gc` beside the save can take them.
 */
import { cleanLines } from '#domain/texts/control-characters.ts'
import {
  type CommitAuthor,
  type CommitText,
  formatMessage,
  parseCommitTime,
  timeOf,
} from '../objects/commit-object.ts'
import { gitStep, type RepositoryAccess } from '../objects/repository-access.ts'
import { OWN_REFS } from '../objects/repository-paths.ts'
import type { TreeEntry } from '../objects/tree.ts'
import type { BlobId, CommitId, LogCommit } from '../repository.ts'
import { quotedPath } from '../worktree/conversion.ts'

const NEW_LINE = Buffer.from('\n')

/** One file of a new commit, from the top of the work tree. */
interface NewChange {
  path: string
  before: BlobId | null
  /** Null removes the file. */
  after: TreeEntry | null
  /** The blob of `after`, where it is not in the repository yet. */
  blob?: Buffer | null
}

export interface NewCommit {
  text: CommitText
  /** Second parent, and the tree that the changes are made on; absent: that of the commit before. */
  merge?: { parent: CommitId; tree: string }
  changes: readonly NewChange[]
}

/**
 * Commits one after the other, the first on `base` (null: without a parent).
 * @returns them as the history tells them, paths from the content folder @throws GitFailure
 */
export async function importCommits(
  access: RepositoryAccess,
  options: { base: CommitId | null; commits: readonly NewCommit[]; author: CommitAuthor },
): Promise<LogCommit[]> {
  const { base, commits, author } = options
  const { prefix } = access.paths
  const time = timeOf(new Date())
  const who = `${author.name} <${author.email}> ${time}`
  const lines: (string | Buffer)[] = ['feature done']
  for (const [at, commit] of commits.entries()) {
    const parent = at === 0 ? base : `:${at}`
    lines.push(
      `commit ${OWN_REFS.root}/next`,
      `mark :${at + 1}`,
      ...commitLines(commit, who, parent),
    )
    lines.push(`get-mark :${at + 1}`)
  }
  lines.push('done')
  const args = ['fast-import', '--quiet', '--force', '--cat-blob-fd=1']
  const input = Buffer.concat(lines.flatMap((line) => [Buffer.from(line), NEW_LINE]))
  const answer = await gitStep(access, args, { input })
  const ids = answer.trim().split('\n')
  const { date, at: committedAt } = parseCommitTime(time)
  return commits.map(({ text, merge, changes }, at) => ({
    commit: ids[at] ?? '',
    parents: [at === 0 ? base : ids[at - 1], merge?.parent].flatMap((id) => id ?? []),
    ...{ author: author.name, date, authoredAt: committedAt, committedAt },
    subject: formatMessage(text).split('\n', 1).join(),
    body: cleanLines(text.body ?? ''),
    changes: changes.map(({ path, before, after }) => ({
      path: path.slice(prefix.length),
      from: null,
      mode: after?.mode ?? '000000',
      before,
      after: after?.id ?? null,
    })),
  }))
}

function commitLines(
  { text, merge, changes }: NewCommit,
  who: string,
  parent: string | null,
): (string | Buffer)[] {
  const message = formatMessage(text)
  return [
    `author ${who}`,
    `committer ${who}`,
    `data ${Buffer.byteLength(message)}`,
    // The message ends in a line break already.
    `${message}${parent === null ? '' : `from ${parent}`}`,
    ...(merge ? [`merge ${merge.parent}`, `M 040000 ${merge.tree} ""`] : []),
    ...changes.flatMap(({ path, after, blob }) => {
      if (after === null) return [`D ${quotedPath(path)}`]
      const change = (id: string) => `M ${after.mode} ${id} ${quotedPath(path)}`
      return blob ? [change('inline'), `data ${blob.length}`, blob] : [change(after.id)]
    }),
    '',
  ]
}
