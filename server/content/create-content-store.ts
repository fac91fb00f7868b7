/** Assembles the content store: what is read, written, searched, rendered and remembered. */
import type { CommitId, Repository } from '../git/repository.ts'
import type { Log } from '../log.ts'
import type { MarkdownRenderer } from '../markdown/markdown-renderer.ts'
import { ContentWriter } from './content-writer.ts'
import type { ContentFiles } from './files/content-files.ts'
import { ContentHistory } from './history/content-history.ts'
import { DisplacedContent } from './history/displaced-content.ts'
import { HistoryReader } from './history/history-reader.ts'
import { PostTexts } from './index/post-texts.ts'
import type { RecordKeeper } from './index/record-keeper.ts'
import { LiveContent } from './live-content.ts'
import type { PostRecord } from './records.ts'
import { createSearch } from './search/search.ts'
import type { ContentStore } from './store.ts'
import { Conflicts } from './writes/conflict-versions.ts'
import { NO_IMAGES, type WaitingImages } from './writes/post-images.ts'
import { PostWrites } from './writes/post-writes.ts'
import { ProjectWrites } from './writes/project-writes.ts'
import { TagWrites } from './writes/tag-writes.ts'
import { TextFiles } from './writes/text-files.ts'

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
  /** Called with each commit of a save, and the files that it names. */
  onCommit?: ((commit: CommitId, files: readonly string[]) => void) | undefined
}

/** The store with all content read and parsed; nothing is rendered or looked up in git yet. */
export function createContentStore(options: ContentStoreOptions): ContentStore {
  return storeOf(partsOf(options), options.repository)
}

/** What the store is made of, each part built by name. */
function partsOf(options: ContentStoreOptions) {
  const { files, repository, renderer, images = NO_IMAGES, now, log, onCommit } = options
  const live = new LiveContent(options)
  const texts = new PostTexts({ renderer, live, log })
  const reader = new HistoryReader({
    repository,
    source: {
      readRevision: (blob, path) => repository.readRevision(blob, path),
      fileRevisions: (folder, since, to) => repository.fileRevisions(folder, since, to),
      postAt: (path) => live.postAt(path),
      zone: () => live.snapshot().site.time_zone,
    },
    onChange: (history) => live.setHistory(history, (path) => reader.firstCommitAt(path)),
    log,
  })
  const writer = new ContentWriter({ repository, live, reader, onCommit })
  const renderAhead = (post: PostRecord) => texts.renderAhead(post)
  const posts = new PostWrites({ writer, live, now, images, renderAhead })
  const textFiles = new TextFiles({ files, writer, live, now })
  return {
    live,
    writer,
    texts,
    reader,
    posts,
    textFiles,
    tags: new TagWrites({ writer, live }),
    projects: new ProjectWrites({ writer, live, now }),
    conflicts: new Conflicts({ repository, writer, live, texts: textFiles }),
    displaced: new DisplacedContent({ repository, writer, live, log }),
    history: new ContentHistory({ repository, writer, live }),
    search: createSearch({ log }),
  }
}

/** The door, which calls each part by name. */
function storeOf(parts: ReturnType<typeof partsOf>, repository: Repository): ContentStore {
  const { live, writer, texts, reader, posts, projects, tags, textFiles, search } = parts
  const { conflicts, displaced, history } = parts
  const stopFollowing = repository.onChange(() => reader.ask())
  reader.ask()

  return {
    snapshot: () => live.snapshot(),
    refresh: (paths) => live.refresh(paths),
    async rescan() {
      await live.rescan()
      // HEAD may have moved there and back between two looks at it.
      reader.ask()
    },
    isOwnCommit: (commit) => writer.isOwn(commit),
    render: (post, how) => texts.render(post, how),
    html: async (post) => (await texts.render(post)).html,
    about: () => texts.about(),
    warm: () => texts.warm(),
    search: (query, limit) => search.search(live.snapshot(), query, limit),

    createPost: (input, request) => posts.createPost(input, request),
    savePost: (id, patch, basedOn) => posts.savePost(id, patch, basedOn),
    renamePost: (id, typed, basedOn) => posts.renamePost(id, typed, basedOn),
    featurePost: (id, featured) => posts.featurePost(id, featured),
    deletePost: (id) => posts.deletePost(id),
    resetTags: () => projects.resetTags(),
    tagUses: () => tags.uses(),
    changeTag: (editing) => tags.changeTag(editing),
    createProject: (input, request) => projects.createProject(input, request),
    saveProject: (id, patch, more) => projects.saveProject({ id, patch, ...more }),

    history: (of, limit) => history.history(of, limit),
    postAt: (commit, id) => history.postAt(commit, id),
    deletedPosts: () => history.deletedPosts(),
    revert: (commit) => history.revert(commit),
    displaced: () => repository.displaced(),

    siteFiles: () => textFiles.siteFiles(),
    readText: (path) => textFiles.readText(path),
    saveText: (path, change) => textFiles.saveText(path, change),
    conflicts: () => conflicts.list(),
    conflict: (id) => conflicts.read(id),
    resolveConflict: (id, choice) => conflicts.resolve(id, choice),
    displacedTexts: (commit) => displaced.read(commit),
    restoreDisplaced: (commit, isWhole) => displaced.restore(commit, isWhole),
    discardDisplaced: (commit, isDiscarded) => displaced.discard(commit, isDiscarded),

    async close() {
      stopFollowing()
      reader.close()
      texts.close()
      live.close()
      await search.close()
    },
  }
}
