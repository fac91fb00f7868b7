/**
 * The content store: holds the snapshot and is the only writer of content files. What can be done
 * with the content is in its parts. Whatever changed a file (a save, an editor, a pull), `refresh`
 * is how it becomes visible.
 */
import type { CommitId } from '../git/repository.ts'
import type { MarkdownRenderer } from '../markdown/markdown-renderer.ts'
import { ContentWriter } from './content-writer.ts'
import { ContentHistory } from './history/content-history.ts'
import { DisplacedContent } from './history/displaced-content.ts'
import { HistoryReader } from './history/history-reader.ts'
import { PostTexts } from './index/post-texts.ts'
import { LiveContent, type LiveContentOptions } from './live-content.ts'
import type { Snapshot } from './records.ts'
import { Search } from './search/search.ts'
import { Conflicts } from './writes/conflicts.ts'
import type { WaitingImages } from './writes/post-images.ts'
import { PostWrites } from './writes/post-writes.ts'
import { ProjectWrites } from './writes/project-writes.ts'
import { TagWrites } from './writes/tag-writes.ts'
import { TextFiles } from './writes/text-files.ts'

export interface ContentStoreOptions extends LiveContentOptions {
  renderer: Pick<MarkdownRenderer, 'render'>
  /** Images that wait for the first post that names them. */
  images: WaitingImages
}

export class ContentStore {
  readonly posts: PostWrites
  readonly projects: ProjectWrites
  readonly tags: TagWrites
  /** Content files as texts. */
  readonly files: TextFiles
  readonly conflicts: Conflicts
  readonly displaced: DisplacedContent
  readonly history: ContentHistory
  /** Rendered texts. */
  readonly texts: PostTexts
  readonly search: Search
  readonly #live: LiveContent
  readonly #writer: ContentWriter
  readonly #historyReader: HistoryReader
  readonly #stopFollowing: () => void

  /** Nothing is rendered or looked up in git yet when it returns. */
  constructor(options: ContentStoreOptions) {
    const { files, repository, renderer, images, now, log } = options
    const live = new LiveContent(options)
    const reader = new HistoryReader({
      repository,
      source: {
        readRevision: (blob, path) => repository.readRevision(blob, path),
        fileRevisions: (folder, since, to) => repository.fileRevisions(folder, since, to),
        postAt: (path) => live.postAt(path),
        zone: () => live.snapshot().site.time_zone,
      },
      onChange: (history) =>
        live.setHistory(history, (path) => reader.reading.postLine(path)?.firstAt ?? null),
      log,
    })
    const writer = new ContentWriter({ repository, live, reader, log })
    this.#live = live
    this.#historyReader = reader
    this.#writer = writer
    this.texts = new PostTexts({ renderer, live })
    this.posts = new PostWrites({ writer, live, now, images, texts: this.texts })
    this.projects = new ProjectWrites({ writer, live, now })
    this.tags = new TagWrites({ writer, live })
    this.files = new TextFiles({ files, writer, live, now })
    this.conflicts = new Conflicts({ repository, writer, live, texts: this.files })
    this.displaced = new DisplacedContent({ repository, writer, live, log })
    this.history = new ContentHistory({ repository, writer, live, reader })
    this.search = new Search(() => live.snapshot())
    this.#stopFollowing = repository.onChange(() => reader.ask())
    reader.ask()
  }

  snapshot(): Snapshot {
    return this.#live.snapshot()
  }

  /** Reads these paths again (relative to the content folder) and swaps when they changed. */
  refresh(paths: readonly string[]): Promise<void> {
    return this.#live.refresh(paths)
  }

  /** Compares every file with what is held: the net under the watcher's hints. */
  async rescan(): Promise<void> {
    await this.#live.rescan()
    // HEAD may have moved there and back between two looks at it.
    this.#historyReader.ask()
  }

  /** Whether a save of this store, lately, is the commit. */
  isOwnCommit(commit: CommitId): boolean {
    return this.#writer.isOwn(commit)
  }

  close(): void {
    this.#stopFollowing()
    this.#historyReader.close()
    this.#live.close()
  }
}
