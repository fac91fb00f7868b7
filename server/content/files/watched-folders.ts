/**
 * Watches the folders of the content, not their files: the events of a folder name the file, so ten
 * thousand posts need as many watches as ten. A watch stays with the folder that it was made for, so
 * `sync` looks again which folders there are.
 */
import { type FSWatcher, lstatSync, readdirSync, statSync, watch } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Log } from '../../log.ts'
import { CONTENT_FOLDERS, FOLDER_DEPTH_MAX, isIgnoredName } from './content-paths.ts'

const FILE_NAME = /\.(?:md|ya?ml)$/i

interface WatchedFoldersOptions {
  contentDir: string
  /** Called with a path that may have changed, relative to the content folder. */
  onHint: (path: string, isFile: boolean) => void
  log: Log
}

export class WatchedFolders {
  readonly #options: WatchedFoldersOptions
  readonly #root: string
  /** By folder; the identity is what a new folder of its name does not share. */
  readonly #watched = new Map<string, { identity: string; watcher: FSWatcher | null }>()
  #hasFailed = false

  constructor(options: WatchedFoldersOptions) {
    this.#options = options
    this.#root = resolve(options.contentDir)
  }

  /** Watches the folders that are there now. @returns whether they have changed */
  sync(): boolean {
    let hasChanged = false
    // A folder may come or go while the watches are being set.
    while (this.#syncOnce()) hasChanged = true
    return hasChanged
  }

  close(): void {
    for (const { watcher } of this.#watched.values()) watcher?.close()
    this.#watched.clear()
  }

  #syncOnce(): boolean {
    const folders = foldersNow(this.#root)
    let hasChanged = false
    for (const [path, { identity, watcher }] of this.#watched) {
      if (folders.get(path) === identity) continue
      watcher?.close()
      this.#watched.delete(path)
      hasChanged = true
    }
    for (const [path, identity] of folders) {
      if (this.#watched.has(path)) continue
      this.#watched.set(path, { identity, watcher: this.#watch(path) })
      hasChanged = true
    }
    return hasChanged
  }

  #watch(folder: string): FSWatcher | null {
    try {
      const watcher = watch(folder, (_, name) => this.#hear(folder, name))
      return watcher.on('error', (error) => this.#warn(error))
    } catch (error) {
      this.#warn(error)
      return null
    }
  }

  #hear(folder: string, name: string | null): void {
    if (name !== null && isIgnoredName(name)) return
    const path = relative(this.#root, join(folder, name ?? ''))
    this.#options.onHint(path, name !== null && FILE_NAME.test(name))
  }

  #warn(err: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#options.log.warn(
      { err },
      'Not every folder can be watched; changes there show within a minute',
    )
  }
}

/** The folders to watch, by path, each with its identity. */
function foldersNow(root: string): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (path: string, depth: number, inside: (path: string) => readonly string[]) => {
    // The content folder itself may be a link, to be followed; none inside it is.
    const stats = (depth === 0 ? statSync : lstatSync)(path, { throwIfNoEntry: false })
    if (!stats?.isDirectory()) return
    // Inode numbers are reused soon after a folder is deleted.
    found.set(path, `${stats.dev} ${stats.ino} ${stats.birthtimeMs}`)
    if (depth > FOLDER_DEPTH_MAX) return
    for (const name of inside(path)) visit(join(path, name), depth + 1, inside)
  }
  visit(root, 0, () => [])
  for (const { folder, isDeep } of CONTENT_FOLDERS) {
    visit(join(root, folder), 1, isDeep ? foldersIn : () => [])
  }
  return found
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .filter((name) => !isIgnoredName(name) && !FILE_NAME.test(name))
  } catch {
    // Gone again, or not ours to read: then there is nothing to watch.
    return []
  }
}
