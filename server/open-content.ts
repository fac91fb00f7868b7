/** Opens the content at the start: finds or creates the repository, reads or creates the files. */
import { join } from 'node:path'
import type { Settings } from './config.ts'
import { ContentStore } from './content/content-store.ts'
import { createContentFiles } from './content/files/content-files.ts'
import { imagePathOf } from './content/files/media-files.ts'
import {
  commitStarterContent,
  copyStarter,
  isEmptyContent,
} from './content/files/starter-content.ts'
import { createMergeRules } from './content/formats/merge-files.ts'
import { loadContent } from './content/index/content-index.ts'
import { measuredImage } from './content/index/covers.ts'
import type { Environment } from './git/objects/git-process.ts'
import { createRepository } from './git/open/create-repository.ts'
import type { Sync } from './git/remote/sync.ts'
import type { Log } from './log.ts'
import { MarkdownRenderer } from './markdown/markdown-renderer.ts'
import { createImageEncoder } from './media/encode-image.ts'
import { PendingImages } from './media/pending-images.ts'
import { prepareFolders } from './prepare-folders.ts'

/** The start waits so long for the first content of the remote; it comes in later otherwise. */
const FIRST_PULL_MS_MAX = 10_000

export interface OpenContentOptions {
  settings: Settings
  /** Environment for git: PATH, HOME and the like. */
  env: Environment
  /** Starter content for an empty content folder. */
  starterDir: string
  /** Milliseconds since 1970. */
  now(): number
  log: Log
  /** Aborted when the server is to end before it has started. */
  signal?: AbortSignal
}

/**
 * Opens the repository and reads the content; an empty folder is filled first. With a remote that
 * does not answer it stays empty, and nothing is saved until it does: starter content or a save
 * would begin a second, unrelated history.
 */
export async function openContent(options: OpenContentOptions) {
  const { settings, env, starterDir, now, log } = options
  const { contentDir, stateDir } = settings
  prepareFolders(settings)
  const remote = settings.gitRemote
  const startsFromRemote = remote !== null && isEmptyContent(contentDir)
  const fallbackZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const dates = { now: now(), timeZone: settings.timeZone ?? fallbackZone }
  const fill = () =>
    isEmptyContent(contentDir) && contentDir !== starterDir
      ? copyStarter(starterDir, contentDir, dates)
      : []
  let starterPaths = startsFromRemote ? [] : fill()
  const files = createContentFiles(contentDir)
  const contentOptions = { files, timeZone: settings.timeZone, fallbackZone }
  const identity = { name: settings.gitAuthorName, email: settings.gitAuthorEmail }
  let sync: Sync | null = null
  const mayBegin = () => !startsFromRemote || sync?.mayBegin() === true
  // In parallel, since both take most of the start. What a recovery completes later is read by the
  // watcher.
  const [repository, loaded] = await Promise.all([
    createRepository({ contentDir, identity, env, log, mayBegin }),
    startsFromRemote ? null : loadContent(contentOptions),
  ])
  if (remote !== null) {
    const { Sync } = await import('./git/remote/sync.ts')
    const rules = createMergeRules(repository.contentPath)
    sync = new Sync({ repository, remote, pullSeconds: settings.gitPullSeconds, rules, log })
  }
  if (startsFromRemote && sync !== null) {
    const limit = AbortSignal.timeout(FIRST_PULL_MS_MAX)
    await sync.firstExchange(options.signal ? AbortSignal.any([options.signal, limit]) : limit)
    if (sync.mayBegin() && (await repository.head()) === null) starterPaths = fill()
  }
  await commitStarterContent({ repository, log }, starterPaths)
  const measure = async (address: string) => {
    const place = await files.findImage(imagePathOf(address))
    return place === null ? null : measuredImage(place)
  }
  const renderer = new MarkdownRenderer({ log, measure })
  const encode = createImageEncoder({ log })
  const images = new PendingImages({ folder: join(stateDir, 'images'), encode })
  const store = new ContentStore({
    contentFiles: files,
    repository,
    renderer,
    images,
    now,
    log,
    records: loaded ?? (await loadContent(contentOptions)),
  })
  return { store, renderer, images, sync }
}
