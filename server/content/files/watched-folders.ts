/**
 * chokidar over the folders of the content and none of their files: the raw events of a folder name
 * the file, so ten thousand posts need as many watches as ten, and what git writes at once is heard
 * at once. It does not follow a folder that is replaced by another of the same name, so it starts
 * again whenever the folders have changed. Events are hints; the rescans are the net.
 */
import { lstatSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type FSWatcher, watch } from 'chokidar'
import type { Log } from '../../log.ts'
import { createContentFiles } from './content-files.ts'
import { classifyPath, contentFileAt, isIgnoredName } from './content-paths.ts'

/** A start that is not over by then has failed somewhere; the rescans go on. */
const START_MS_MAX = 10_000

interface WatchedFoldersOptions {
  contentDir: string
  /**
   * Called with the path of a content file that may have changed, relative to the content folder;
   * empty when a folder may have, or a file whose name is a problem.
   */
  onHint: (path: string) => void
  log: Log
}

export class WatchedFolders {
  readonly #options: WatchedFoldersOptions
  readonly #root: string
  #watcher: FSWatcher | null = null
  /** The folders being watched, each with its identity. */
  #watched: ReadonlyMap<string, string> = new Map()
  #isClosed = false

  constructor(options: WatchedFoldersOptions) {
    this.#options = options
    this.#root = resolve(options.contentDir)
  }

  /** Watches the folders that are there now. @returns whether they have changed */
  async sync(): Promise<boolean> {
    const before = this.#watched
    // A folder may come or go while the watches are being set.
    while (!this.#isClosed) {
      const folders = foldersNow(this.#root)
      if (isDeepStrictEqual(folders, this.#watched)) break
      this.#watched = folders
      await this.#start([...folders.keys()])
    }
    return this.#watched !== before
  }

  close(): void {
    this.#isClosed = true
    void this.#watcher?.close()
  }

  async #start(folders: string[]): Promise<void> {
    await this.#watcher?.close()
    if (folders.length === 0 || this.#isClosed) return
    const isFile = (_path: string, stats?: { isFile(): boolean }) => stats?.isFile() ?? false
    const watcher = watch(folders, {
      depth: 0,
      ignoreInitial: true,
      atomic: false,
      ignored: isFile,
    })
    this.#watcher = watcher
    watcher.on('raw', (_, name: string | null, details) =>
      this.#hear(join(watchedPathOf(details), name ?? '')),
    )
    const failure = 'Not every folder can be watched; changes there show within a minute'
    watcher.on('error', (error) => this.#options.log.warn({ err: error }, failure))
    const ready = new Promise<void>((done) => watcher.once('ready', done))
    await Promise.race([ready, sleep(START_MS_MAX, undefined, { ref: false })])
  }

  #hear(place: string): void {
    if (this.#isClosed || isIgnoredName(basename(place))) return
    const path = relative(this.#root, place)
    if (contentFileAt(path) !== null) this.#options.onHint(path)
    else if (classifyPath(path) !== null || this.#watched.has(place) || isFolder(place)) {
      this.#options.onHint('')
    }
  }
}

/** The folders to watch, by path, each with its identity. */
function foldersNow(root: string): Map<string, string> {
  const identities = createContentFiles(root)
    .list()
    .folders.map((folder) => join(root, folder))
    .flatMap((path): [string, string][] => {
      const stats = statSync(path, { throwIfNoEntry: false })
      // Inode numbers are reused soon after a folder is deleted.
      return stats ? [[path, `${stats.dev} ${stats.ino} ${stats.birthtimeMs}`]] : []
    })
  return new Map(identities)
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** The folder of a raw event; empty where chokidar polls, which names the whole path instead. */
function watchedPathOf(details: unknown): string {
  const isWatch = typeof details === 'object' && details !== null && 'watchedPath' in details
  return isWatch ? String(details.watchedPath) : ''
}
