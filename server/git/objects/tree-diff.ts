/**
 * What differs between two trees, by path, read from the tree objects themselves: folders with the
 * same id are not looked into, so the cost is that of the change.
 */
import { Turns } from '../../workers/turns.ts'
import { FOLDER_MODE, listTree, type TreeEntry, type TreeReader, textName } from './tree.ts'
import { BY_HAND, RefusedTreeError, verifyName } from './verify-path.ts'

export interface EntryChange {
  before: TreeEntry | null
  after: TreeEntry | null
}

/** Files that differ; a pull of more is refused. */
const CHANGES_MAX = 100_000

function verifiedName(name: string): string {
  const text = textName(name)
  if (text === null) {
    throw new RefusedTreeError('A file of the repository has a name that is not UTF-8.')
  }
  verifyName(text)
  return text
}

/**
 * Files (and links, and submodules) that are not the same in both, by path from the root; a null
 * root is an empty tree. @throws RefusedTreeError for a hostile name or too many of them
 */
export async function diffTrees(
  trees: TreeReader,
  before: string | null,
  after: string | null,
): Promise<Map<string, EntryChange>> {
  const changes = new Map<string, EntryChange>()
  const turns = new Turns()

  async function entriesIn(id: string | null): Promise<Map<string, TreeEntry>> {
    const entries = new Map<string, TreeEntry>()
    for (const [name, entry] of id === null ? [] : listTree(await trees.read(id))) {
      if (turns.isDue()) await turns.pause()
      entries.set(name, entry)
    }
    return entries
  }

  async function compare(from: string | null, to: string | null, prefix: string): Promise<void> {
    if (from === to) return
    const [old, now] = [await entriesIn(from), await entriesIn(to)]
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      if (turns.isDue()) await turns.pause()
      const a = old.get(name) ?? null
      const b = now.get(name) ?? null
      if (a?.id === b?.id && a?.mode === b?.mode) continue
      const path = `${prefix}${verifiedName(name)}`
      const folderOf = (entry: TreeEntry | null) => (entry?.mode === FOLDER_MODE ? entry.id : null)
      const fileOf = (entry: TreeEntry | null) => (entry?.mode === FOLDER_MODE ? null : entry)
      await compare(folderOf(a), folderOf(b), `${path}/`)
      if (fileOf(a) ?? fileOf(b)) changes.set(path, { before: fileOf(a), after: fileOf(b) })
      if (changes.size > CHANGES_MAX) {
        const most = CHANGES_MAX.toLocaleString('en-US')
        throw new RefusedTreeError(`A commit changes more than ${most} files. ${BY_HAND}`)
      }
    }
  }

  await compare(before, after, '')
  return changes
}
