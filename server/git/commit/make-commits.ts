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
import { changeTree, FOLDER_MODE, parseTree, type TreeEntry } from '../objects/tree.ts'
import type { BlobId, CommitId, LogCommit } from '../repository.ts'

const EMPTY = Buffer.alloc(0)

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
interface MadeCommits {
  newCommits: readonly LogCommit[]
  /** Ids of the objects that were written. */
  objects: readonly string[]
}

/** Objects that are not written yet. */
class NewObjects {
  readonly #reader: ObjectReader
  readonly #byId = new Map<string, NewObject>()

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

  /** Bytes of a tree, new or in the repository; empty for none. */
  async tree(name: string): Promise<Buffer> {
    return this.#byId.get(name)?.bytes ?? (await this.#reader.tree(name)) ?? EMPTY
  }

  /**
   * Applies changes to a tree and adds its changed folders.
   * @param changes paths are relative to the tree
   */
  async changed(tree: Buffer, changes: readonly NewChange[]): Promise<Buffer> {
    const entries = new Map<string, TreeEntry | null>()
    const inFolders = new Map<string, NewChange[]>()
    for (const change of changes) {
      const [name = '', ...rest] = change.path.split('/')
      const inner = inFolders.get(name) ?? []
      if (rest.length === 0) entries.set(name, change.after)
      else inFolders.set(name, inner)
      inner.push({ ...change, path: rest.join('/') })
    }
    const present = inFolders.size > 0 ? parseTree(tree) : new Map<string, TreeEntry>()
    for (const [name, inner] of inFolders) {
      const existing = present.get(name)
      const isFolder = existing?.mode === FOLDER_MODE
      const after = await this.changed(isFolder ? await this.tree(existing.id) : EMPTY, inner)
      if (after.length > 0) entries.set(name, { mode: FOLDER_MODE, id: this.add('tree', after) })
      else if (isFolder) entries.set(name, null)
    }
    return changeTree(tree, entries)
  }
}

/**
 * Writes a chain of commits on `base` (null: no parent). No ref names them yet. @throws GitFailure
 */
export async function makeCommits(
  { reader, writer, paths }: RepositoryAccess,
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
      `tree ${objects.add('tree', tree)}`,
      ...parents.map((id) => `parent ${id}`),
      ...[`author ${signature}`, `committer ${signature}`, '', formatMessage(text)],
    ]
    parent = objects.add('commit', Buffer.from(lines.join('\n')))
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
  await writer.write(objects.all())
  return { newCommits, objects: objects.all().map(({ id }) => id) }
}
