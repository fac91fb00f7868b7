/**
 * One watch for each folder of the content, none for files: a folder's events name the file, so
 * ten thousand posts cost as much as ten. (chokidar watches or looks at every file of a folder with
 * each event in it: measured with 10,000 posts 0.5 s and 60–120 MB at the start, 130 ms of
 * processor time for one changed file.)
 */
import { type FSWatcher, lstatSync, readdirSync, statSync, watch } from 'node:fs'
import { basename, join } from 'node:path'
import type { Log } from '../../log.ts'
import { isIgnoredName } from './content-paths.ts'

/** Folders of the content that may have files; posts may also lie deeper. */
const CONTENT_FOLDERS = ['posts', 'projects', 'resources']
const FILE_NAME = /\.(?:md|ya?ml)$/i
/** Against a loop of mounts. */
const DEPTH_MAX = 30

interface FolderWatch {
  watcher: FSWatcher
  /** A folder of the same name may be another one by now. */
  identity: string
}

interface FolderWatches {
  /**
   * Watches what is there and is not watched; gives up what is gone. @returns whether the content
   * folder itself is another than the one that was watched
   */
  sync(): boolean
  close(): void
}

interface FolderWatchesOptions {
  contentDir: string
  /** A path that may have changed, relative to the content folder; '' when all may have. */
  onHint: (path: string) => void
  log: Log
}

export function createFolderWatches(options: FolderWatchesOptions): FolderWatches {
  const { contentDir, onHint, log } = options
  const watches = new Map<string, FolderWatch>()
  let hasFailed = false
  let isClosed = false

  function fail(error: unknown): void {
    if (hasFailed) return
    hasFailed = true
    log.warn({ err: error }, 'Not every folder can be watched; changes there show within a minute')
  }

  /** What tells the folder from another of its name; null when there is none. */
  function folderAt(path: string): string | null {
    const place = join(contentDir, path)
    // The content folder itself may be a link, to be followed; none inside it is.
    const stats = (path === '' ? statSync : lstatSync)(place, { throwIfNoEntry: false })
    // Numbers of inodes are given anew soon after a folder is gone.
    return stats?.isDirectory() ? `${stats.dev} ${stats.ino} ${stats.birthtimeMs}` : null
  }

  function stop(path: string): void {
    for (const [watched, { watcher }] of watches) {
      const isInside = path === '' || watched.startsWith(`${path}/`)
      if (watched !== path && !isInside) continue
      watcher.close()
      watches.delete(watched)
    }
  }

  function start(path: string, identity: string): void {
    try {
      const watcher = watch(join(contentDir, path))
      watcher.on('change', (type, name) => hear(path, type, String(name ?? '')))
      watcher.on('error', fail)
      watches.set(path, { watcher, identity })
    } catch (error) {
      fail(error)
    }
  }

  function hear(folder: string, type: string, name: string): void {
    if (isClosed) return
    // An event about the folder itself has its own name: it may be gone, and its watch with it.
    if (name === '' || (type === 'rename' && name === basename(join(contentDir, folder)))) {
      stop(folder)
      visit(folder)
      onHint(folder)
    }
    if (name === '' || isIgnoredName(name)) return
    const path = folder === '' ? name : `${folder}/${name}`
    if (type === 'rename' && !FILE_NAME.test(name) && isWatchable(path)) visit(path)
    onHint(path)
  }

  function isWatchable(path: string): boolean {
    return CONTENT_FOLDERS.includes(path) || path.startsWith('posts/')
  }

  /** Brings the watches of a folder and of those in it up to what is there. */
  function visit(path: string): void {
    const identity = folderAt(path)
    if (watches.get(path)?.identity !== identity) stop(path)
    if (identity === null || path.split('/').length > DEPTH_MAX) return
    // Watched before its list is read: what comes in between is heard of.
    if (!watches.has(path)) start(path, identity)
    if (path === '') for (const folder of CONTENT_FOLDERS) visit(folder)
    else if (path.startsWith('posts')) for (const folder of foldersIn(path)) visit(folder)
  }

  function foldersIn(path: string): string[] {
    try {
      return readdirSync(join(contentDir, path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !isIgnoredName(entry.name))
        .filter((entry) => !FILE_NAME.test(entry.name))
        .map((entry) => `${path}/${entry.name}`)
    } catch {
      // Gone again, or not ours to read: then there is nothing to watch.
      return []
    }
  }

  return {
    sync() {
      if (isClosed) return false
      const before = watches.get('')?.identity
      // Folders that are gone without a word from above them.
      for (const [path, { identity }] of [...watches]) {
        if (folderAt(path) !== identity) stop(path)
      }
      visit('')
      return watches.get('')?.identity !== before
    },
    close() {
      isClosed = true
      for (const { watcher } of watches.values()) watcher.close()
      watches.clear()
    },
  }
}
