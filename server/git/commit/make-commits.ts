/** Makes commits whose trees are the parent's with some entries changed. */
import { cleanLines } from '#domain/texts/control-characters.ts'
import {
  type CommitAuthor,
  type CommitText,
  formatCommitTime,
  formatMessage,
  parseCommitTime,
} from '../objects/commit-object.ts'
import type { ObjectReader } from '../objects/object-reader.ts'
import { type NewObject, newObject } from '../objects/object-writer.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { FOLDER_MODE, formatTree, type Tree, type TreeEntry, treeName } from '../objects/tree.ts'
import type { BlobId, CommitId, LogCommit } from '../repository.ts'

const EMPTY: Tree = new Map()

/** One file of a new commit, from the top of the work tree. */
interface NewChange {
  path: string
  before: BlobId | null
  /** Null removes the file. */
  after: TreeEntry | null
  /** Content of `after`, if the blob is not written yet. */
  blob?: Buffer | null
}

export interface NewCommit {
  text: CommitText
  /** Second parent, and the tree to change in place of the first parent's. */
  merge?: { parent: CommitId; tree: string }
  changes: readonly NewChange[]
}

/** Oldest first; paths are relative to the content folder. */
export interface MadeCommits {
  newCommits: readonly LogCommit[]
  /** Those of the last commit are still to be written; no ref names them yet. */
  objects: readonly NewObject[]
}

/**
 * Applies changes to a tree.
 * @param changes paths are relative to the tree
 * @param add takes each changed folder and returns its id
 */
async function changedTree(
  reader: ObjectReader,
  { tree, changes }: { tree: Tree; changes: readonly NewChange[] },
  add: (folder: Tree) => string,
): Promise<Tree> {
  const entries = new Map(tree)
  const inFolders = new Map<string, NewChange[]>()
  for (const change of changes) {
    const [first = '', ...rest] = change.path.split('/')
    const name = treeName(first)
    if (rest.length > 0) {
      const inner = inFolders.get(name) ?? []
      inFolders.set(name, inner)
      inner.push({ ...change, path: rest.join('/') })
    } else if (change.after === null) entries.delete(name)
    else entries.set(name, change.after)
  }
  for (const [name, inner] of inFolders) {
    const existing = entries.get(name)
    const isFolder = existing?.mode === FOLDER_MODE
    const before = isFolder ? await reader.tree(existing.id) : EMPTY
    const after = await changedTree(reader, { tree: before, changes: inner }, add)
    if (after.size > 0) entries.set(name, { mode: FOLDER_MODE, id: add(after) })
    else if (isFolder) entries.delete(name)
  }
  return entries
}

/** A chain of commits on `base` (null: no parent). @throws GitFailure */
export async function makeCommits(
  { reader, writer, paths }: RepositoryAccess,
  options: { base: CommitId | null; commits: readonly NewCommit[]; author: CommitAuthor },
): Promise<MadeCommits> {
  const { base, commits, author } = options
  const objects: NewObject[] = []
  const add = (type: NewObject['type'], bytes: Buffer) => {
    const object = newObject(type, bytes)
    objects.push(object)
    return object.id
  }
  const addTree = (tree: Tree) => {
    const id = add('tree', formatTree(tree))
    reader.keepTree(id, tree)
    return id
  }
  const time = formatCommitTime(new Date())
  const signature = `${author.name} <${author.email}> ${time}`
  const { date, at: committedAt } = parseCommitTime(time)
  const newCommits: LogCommit[] = []
  let parent = base
  let tree = base === null ? EMPTY : await reader.tree(`${base}^{tree}`)
  for (const { text, merge, changes } of commits) {
    // The reader may evict the trees of the commit before.
    if (objects.length > 0) await writer.write(objects)
    for (const { blob } of changes) if (blob) add('blob', blob)
    if (merge) tree = await reader.tree(merge.tree)
    tree = await changedTree(reader, { tree, changes }, addTree)
    const parents = [parent, merge?.parent].flatMap((id) => id ?? [])
    const lines = [
      `tree ${addTree(tree)}`,
      ...parents.map((id) => `parent ${id}`),
      ...[`author ${signature}`, `committer ${signature}`, '', formatMessage(text)],
    ]
    parent = add('commit', Buffer.from(lines.join('\n')))
    reader.keepTree(`${parent}^{tree}`, tree)
    newCommits.push({
      ...{ commit: parent, parents, author: author.name, date },
      ...{ authoredAt: committedAt, committedAt },
      subject: formatMessage(text).split('\n', 1).join(),
      body: cleanLines(text.body ?? ''),
      changes: changes.map(({ path, before, after }) => ({
        path: path.slice(paths.prefix.length),
        from: null,
        mode: after?.mode ?? '000000',
        before,
        after: after?.id ?? null,
      })),
    })
  }
  return { newCommits, objects }
}
