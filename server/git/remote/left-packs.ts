/**
 * What a fetch that failed leaves: git keeps the beginning of such a pack, and of a remote with one
 * bad object another one comes with each try.
 */
import { readdir, realpath, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { filesOpenInGit } from '../locks/running-git.ts'

const BEGUN = /^tmp_(?:pack|idx|rev)_/

/** Runs a fetch into a folder of objects. What came with a failed one goes, unless a git has it open. */
export async function withoutLeftPacks(objects: string, fetch: () => Promise<unknown>) {
  const before = new Set(await begunPacks(objects))
  try {
    await fetch()
  } catch (error) {
    const left = (await begunPacks(objects)).filter((path) => !before.has(path))
    const open = await filesOpenInGit()
    for (const path of left) if (!open.has(path)) await unlink(path).catch(() => {})
    throw error
  }
}

async function begunPacks(objects: string): Promise<string[]> {
  try {
    const folder = await realpath(join(objects, 'pack'))
    return (await readdir(folder)).filter((name) => BEGUN.test(name)).map((at) => join(folder, at))
  } catch {
    return []
  }
}
