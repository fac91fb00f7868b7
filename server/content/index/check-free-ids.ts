/** Keeps a file that comes back from claiming the id of another that was made since. */
import { ConflictError } from '../../errors.ts'
import type { FileChange, WorkTree } from '../../git/repository.ts'
import { clashKey, classifyPath, isProblem } from '../files/content-paths.ts'
import type { LiveContent } from '../live-content.ts'

/** @throws ConflictError */
export async function checkFreeIds(
  changes: readonly FileChange[],
  { tree, live }: { tree: WorkTree; live: Pick<LiveContent, 'hasId'> },
): Promise<void> {
  for (const { path, bytes } of changes) {
    const file = bytes === null ? null : classifyPath(path)
    if (file === null || isProblem(file)) continue
    if (!live.hasId(clashKey(file))) continue
    if (await tree.exists(path)) continue
    throw new ConflictError(
      `'${file.id}' is the id of another post or project now, so this cannot come back.`,
    )
  }
}
