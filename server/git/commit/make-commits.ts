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
  /** To be written; no ref names them yet. */
  objects: readonly NewObject[]
}

/** Objects that are not written yet. */
class NewObjects {
  readonly #reader: ObjectReader
  readonly #byId = new Map<string, NewObject>()
  /** The new trees by id: the reader may have evicted them. */
  readonly #trees = new Map<string, Tree>()

  constructor(reader: ObjectReader) {
    this.#reader = reader
  }

  all(): NewObject[] {
    return [...this.#byId.values()]
  }

  /** @returns the id of the object */
  add(type: NewObject['type'], bytes: Buffer): string {
    const object = newObject(type, bytes)
    this.#byId.set(object.id, object)
    return object.id
  }

  /** @returns the id of the tree */
  addTree(tree: Tree): string {
    const id = this.add('tree', formatTree(tree))
    this.#trees.set(id, tree)
    this.#reader.keepTree(id, tree)
    return id
  }

  /** A tree, new or in the repository. @throws GitFailure when it is missing */
  async tree(name: string): Promise<Tree> {
    return this.#trees.get(name) ?? (await this.#reader.tree(name))
  }

  /**
   * Applies changes to a tree and adds its changed folders.
   * @param changes paths are relative to the tree
   */
  async changed(tree: Tree, changes: readonly NewChange[]): Promise<Tree> {
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
      const after = await this.changed(isFolder ? await this.tree(existing.id) : EMPTY, inner)
      if (after.size > 0) entries.set(name, { mode: FOLDER_MODE, id: this.addTree(after) })
      else if (isFolder) entries.delete(name)
    }
    return entries
  }
}

/** A chain of commits on `base` (null: no parent). @throws GitFailure */
export async function makeCommits(
  { reader, paths }: RepositoryAccess,
  options: { base: CommitId | null; commits: readonly NewCommit[]; author: CommitAuthor },
): Promise<MadeCommits> {
  const { base, commits, author } = options
  const objects = new NewObjects(reader)
  const time = formatCommitTime(new Date())
  const signature = `${author.name} <${author.email}> ${time}`
  const { date, at: committedAt } = parseCommitTime(time)
  const newCommits: LogCommit[] = []
  let parent = base
  let tree = base === null ? EMPTY : await objects.tree(`${base}^{tree}`)
  for (const { text, merge, changes } of commits) {
    for (const { blob } of changes) if (blob) objects.add('blob', blob)
    tree = await objects.changed(merge ? await objects.tree(merge.tree) : tree, changes)
    const parents = [parent, merge?.parent].flatMap((id) => id ?? [])
    const lines = [
      `tree ${objects.addTree(tree)}`,
      ...parents.map((id) => `parent ${id}`),
      ...[`author ${signature}`, `committer ${signature}`, '', formatMessage(text)],
    ]
    parent = objects.add('commit', Buffer.from(lines.join('\n')))
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
  return { newCommits, objects: objects.all() }
}
