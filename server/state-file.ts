/** Files in the state folder: readable by the owner only, replaced atomically. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The file's text; null without the file. @throws the system's error otherwise */
export function readStateFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Replaces the file atomically: a crash leaves the old or the new content. */
export async function writeStateFile(path: string, content: string | Buffer): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
    // Without this a power cut may undo the rename.
    const folderHandle = await open(folder, 'r')
    await folderHandle.sync().finally(() => folderHandle.close())
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
