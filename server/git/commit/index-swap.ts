/**
 * Replaces the author's index with our copy just before the branch moves: `git commit` reads HEAD
 * and the index before it takes the lock, so the new HEAD must never be visible with the old index.
 * Until the branch has moved, the swap can be undone, also by the next start.
 */
import { join } from 'node:path'
import type { RepositoryAccess } from '../objects/repository-access.ts'

/** Hard links to the former index and to our copy, by which our copy is recognized in place. */
const linksIn = ({ paths }: RepositoryAccess) => ({
  former: join(paths.gap, 'former-index'),
  ours: join(paths.gap, 'our-index'),
})

/** Moves the file `next` to the index's place. The lock must be held. */
export async function swapIndex(access: RepositoryAccess, next: string): Promise<void> {
  const { io, paths } = access
  const { former, ours } = linksIn(access)
  await forgetSwap(access)
  if ((await io.identity(paths.index)) !== null) await io.link(paths.index, former)
  await io.link(next, ours)
  await io.rename(next, paths.index)
}

/** Restores the former index unless somebody has written the index since. */
export async function undoSwap(access: RepositoryAccess): Promise<void> {
  const { io, paths } = access
  const { former, ours } = linksIn(access)
  const swapped = await io.identity(ours)
  if (swapped !== null && swapped === (await io.identity(paths.index))) {
    const isNew = (await io.identity(former)) === null
    await (isNew ? io.remove(paths.index) : io.rename(former, paths.index))
  }
  await forgetSwap(access)
}

/** Makes the swap final. */
export async function forgetSwap(access: RepositoryAccess): Promise<void> {
  const { former, ours } = linksIn(access)
  // In this order: without `ours` nothing is undone.
  await access.io.remove(ours)
  await access.io.remove(former)
}
