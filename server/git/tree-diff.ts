/**
 * What differs between two trees, by path, read from the tree objects themselves: folders with the
 * same id are not looked into, so the cost is that of the change.
 */
import { listTree, type ReadTree, type TreeEntry } from './tree.ts'

const FOLDER_MODE = '40000'

export interface EntryChange {
  before: TreeEntry | null
  after: TreeEntry | null
}

/** A name in a tree that is not UTF-8: no path of ours can say it. */
export class UnreadableNameError extends Error {
  constructor() {
    super('A file of the repository has a name that is not UTF-8.')
    this.name = 'UnreadableNameError'
  }
}

function textOf(name: string): string {
  const bytes = Buffer.from(name, 'latin1')
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes)) throw new UnreadableNameError()
  return text
}

/**
 * Files (and links, and submodules) that are not the same in both, by path from the root; a null
 * root is an empty tree. @throws UnreadableNameError
 */
export async function diffTrees(
  readTree: ReadTree,
  before: string | null,
  after: string | null,
): Promise<Map<string, EntryChange>> {
  const changes = new Map<string, EntryChange>()

  async function compare(from: string | null, to: string | null, prefix: string): Promise<void> {
    if (from === to) return
    const [old, now] = await Promise.all(
      [from, to].map(async (id) => new Map(id === null ? [] : listTree(await readTree(id)))),
    )
    for (const name of new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])) {
      const a = old?.get(name) ?? null
      const b = now?.get(name) ?? null
      if (a?.id === b?.id && a?.mode === b?.mode) continue
      const path = `${prefix}${textOf(name)}`
      const folderOf = (entry: TreeEntry | null) => (entry?.mode === FOLDER_MODE ? entry.id : null)
      const fileOf = (entry: TreeEntry | null) => (entry?.mode === FOLDER_MODE ? null : entry)
      await compare(folderOf(a), folderOf(b), `${path}/`)
      if (fileOf(a) ?? fileOf(b)) changes.set(path, { before: fileOf(a), after: fileOf(b) })
    }
  }

  await compare(before, after, '')
  return changes
}
