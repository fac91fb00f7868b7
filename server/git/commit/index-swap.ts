/**
 * Puts our copy of the index in the author's place just before the branch moves: a `git commit` reads
 * HEAD and the index before it takes the lock, so who sees the new HEAD must find the new index. Until
 * the branch has moved, the swap can be undone, also by the next start.
 */
import { join } from 'node:path'
import type { RepositoryAccess } from '../objects/repository-access.ts'

/** The former index, and a second name of ours by which it is known at its place. */
const placesIn = ({ paths }: RepositoryAccess) => ({
  former: join(paths.gap, 'former-index'),
  ours: join(paths.gap, 'our-index'),
})

/** Moves the file `next` to the index's place. The lock must be held. */
export async function swapIndex(access: RepositoryAccess, next: string): Promise<void> {
  const { io, paths } = access
  const { former, ours } = placesIn(access)
  await forgetSwap(access)
  if ((await io.identity(paths.index)) !== null) await io.link(paths.index, former)
  await io.link(next, ours)
  await io.rename(next, paths.index)
}

/** Brings the former index back, where nobody has written the index since. */
export async function undoSwap(access: RepositoryAccess): Promise<void> {
  const { io, paths } = access
  const { former, ours } = placesIn(access)
  const swapped = await io.identity(ours)
  if (swapped !== null && swapped === (await io.identity(paths.index))) {
    const isNew = (await io.identity(former)) === null
    await (isNew ? io.remove(paths.index) : io.rename(former, paths.index))
  }
  await forgetSwap(access)
}

/** From now on the swap stands. */
export async function forgetSwap(access: RepositoryAccess): Promise<void> {
  const { former, ours } = placesIn(access)
  // In this order: without `ours` nothing is undone.
  await access.io.remove(ours)
  await access.io.remove(former)
}
