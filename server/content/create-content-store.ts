/** Assembles the content store: what is read, written, searched, rendered and remembered. */
import type { CommitId, Repository } from '../git/repository.ts'
import type { Log } from '../log.ts'
import type { MarkdownRenderer } from '../markdown/markdown-renderer.ts'
import type { ContentFiles } from './files/content-files.ts'
import { createLater } from './files/debounce.ts'
import { createContentHistory } from './history/content-history.ts'
import { createLostChanges } from './history/displaced-content.ts'
import { createPostChanges } from './history/post-changes.ts'
import { createPostPast } from './history/post-history.ts'
import { createProjectMoves } from './history/project-moves.ts'
import { createVersionReader } from './history/version-reader.ts'
import { createPostTexts } from './index/post-texts.ts'
import type { RecordKeeper } from './index/record-keeper.ts'
import { createLiveContent } from './live-content.ts'
import { createSearch } from './search/search.ts'
import type { ContentStore } from './store.ts'
import { createConflictVersions } from './writes/conflict-versions.ts'
import { NO_IMAGES, type WaitingImages } from './writes/post-images.ts'
import { createPostWrites } from './writes/post-writes.ts'
import { createProjectWrites } from './writes/project-writes.ts'
import { createReviewWrites } from './writes/review-writes.ts'
import { createTextFiles } from './writes/text-files.ts'

export interface ContentStoreOptions {
  files: ContentFiles
  repository: Repository
  renderer: MarkdownRenderer
  /** Images that wait for the first post that names them. */
  images?: WaitingImages
  /** Milliseconds since 1970. */
  now: () => number
  /** The setting TIME_ZONE; null leaves it to site.yaml. */
  timeZone: string | null
  /** The zone when neither says one. */
  fallbackZone: string
  /** The content as read by `loadContent`; without, it is read now. */
  loaded?: RecordKeeper
  log: Log
}

/** Reading the history is git's work: not after each of many saves. */
const HISTORY_AFTER_MS = 100
const HISTORY_EVERY_MS = 1_000
const OWN_COMMITS_MAX = 1_000

/** The store with all content read and parsed; nothing is rendered or looked up in git yet. */
export function createContentStore(options: ContentStoreOptions): ContentStore {
  const { files, renderer, images = NO_IMAGES, now, log } = options
  const ownCommits = new Set<CommitId>()
  const repository = notingCommits(options.repository, ownCommits)
  const live = createLiveContent(options)
  const texts = createPostTexts({ renderer, live, log })
  const onPlanned = texts.renderAhead
  const writes = createPostWrites({ repository, live, now, images, onPlanned })
  const projectWrites = createProjectWrites({ repository, live, now })
  const versions = createVersionReader({ repository, snapshot: live.snapshot })
  const past = createPostPast({ repository, versions, log, onPast: live.setPast })
  const history = createContentHistory({ repository, live, past })
  const textFiles = createTextFiles({ files, repository, live, now })
  const conflicts = createConflictVersions({ repository, live, texts: textFiles })
  const lost = createLostChanges({ repository, live, log })
  const { createPost } = writes
  const reviews = createReviewWrites({ repository, live, now, createPost })
  const search = createSearch({ log })
  const moves = createProjectMoves({ repository, log, onMoves: live.setMoves })
  const times = { afterMs: HISTORY_AFTER_MS, everyMs: HISTORY_EVERY_MS, log }
  const readings = [createLater(moves.update, times), createLater(past.update, times)]
  const askForReadings = () => {
    for (const reading of readings) reading.ask()
  }
  const stopWatching = repository.onChange(askForReadings)
  askForReadings()

  return {
    snapshot: live.snapshot,
    onSwap: live.onSwap,
    refresh: live.refresh,
    async rescan() {
      await live.rescan()
      // HEAD may have moved there and back between two looks at it.
      askForReadings()
    },
    isOwnCommit: (commit) => ownCommits.has(commit),
    ...texts,
    search: (query, limit) => search.search(live.snapshot(), query, limit),
    ...writes,
    createProject: projectWrites.createProject,
    saveProject: (id, patch, more) => projectWrites.saveProject(id, { patch, ...more }),
    resetTags: projectWrites.resetTags,
    changes: createPostChanges({ past, versions, snapshot: live.snapshot, now }),
    moves: (projectId) => live.snapshot().moves.get(projectId) ?? [],
    ...history,
    displaced: () => repository.displaced(),
    siteFiles: textFiles.siteFiles,
    readText: textFiles.readText,
    saveText: textFiles.saveText,
    ...conflicts,
    ...lost,
    ...reviews,
    async close() {
      stopWatching()
      for (const reading of readings) reading.close()
      moves.close()
      past.close()
      texts.close()
      live.close()
      await search.close()
    },
  }
}

/** The repository, with the ids of the newest commits made through it kept in `commits`. */
function notingCommits(repository: Repository, commits: Set<CommitId>): Repository {
  return {
    ...repository,
    async write(plan) {
      const written = await repository.write(plan)
      if (written.commit !== null) commits.add(written.commit)
      const [oldest] = commits
      if (commits.size > OWN_COMMITS_MAX && oldest !== undefined) commits.delete(oldest)
      return written
    },
  }
}
