/**
 * What a fetch that failed leaves: git keeps the beginning of such a pack, and of a remote with one
 * bad object another one comes with each try.
 */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Runs a fetch into a folder of objects; the beginnings of packs that came with a failed one go. */
export async function withoutLeftPacks(objects: string, fetch: () => Promise<unknown>) {
  const folder = join(objects, 'pack')
  const begun = async () => {
    const names = await readdir(folder).catch(() => [])
    return names.filter((name) => /^tmp_(?:pack|idx|rev)_/.test(name))
  }
  const before = await begun()
  try {
    await fetch()
  } catch (error) {
    const left = (await begun()).filter((name) => !before.includes(name))
    for (const name of left) await rm(join(folder, name), { force: true })
    throw error
  }
}
