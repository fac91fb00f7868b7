/** Ids that nothing else has: for new posts and projects, and for files that come back. */
import { ConflictError } from '../../errors.ts'
import type { FileChange, WorkTree } from '../../git/repository.ts'
import { clashKey, contentFileAt } from '../files/content-paths.ts'
import { uniqueId } from '../formats/post-id.ts'
import type { LiveContent } from '../live-content.ts'

interface Wanted {
  kind: 'post' | 'project'
  /** What the id is made from. */
  base: string
  pathOf: (id: string) => string
  /** The post that is renamed: its id and its aliases are not taken for it. */
  renamed?: string
}

/** The first of `base`, `base-2`, … that no file, no content and no alias of a post has. */
export async function freeId(
  { kind, base, pathOf, renamed }: Wanted,
  { tree, live }: { tree: WorkTree; live: Pick<LiveContent, 'snapshot' | 'records'> },
): Promise<string> {
  const others = live.snapshot().allPosts.filter(({ id }) => id !== renamed)
  const taken = new Set(kind === 'post' ? others.flatMap(({ aliases }) => aliases) : [])
  const keyOf = (id: string) => clashKey({ kind, id })
  const isOwn = (id: string) => renamed !== undefined && keyOf(id) === keyOf(renamed)
  for (;;) {
    const id = uniqueId(
      base,
      (one) => taken.has(one) || (live.records.hasId(keyOf(one)) && !isOwn(one)),
    )
    if (!(await tree.exists(pathOf(id)))) return id
    taken.add(id)
  }
}

/** Keeps a file that comes back from claiming the id of another that was made since. @throws ConflictError */
export async function checkFreeIds(
  changes: readonly FileChange[],
  { tree, live }: { tree: WorkTree; live: Pick<LiveContent, 'records'> },
): Promise<void> {
  for (const { path, bytes } of changes) {
    const file = bytes === null ? null : contentFileAt(path)
    if (file === null || !live.records.hasId(clashKey(file))) continue
    if (await tree.exists(path)) continue
    throw new ConflictError(
      `'${file.id}' is the id of another post or project now, so this cannot come back.`,
    )
  }
}
