/**
 * The content store: holds the snapshot and makes the admin's changes; each part has the operations
 * of one subject. Every change of a file (a save, an editor, a pull) becomes visible by `refresh`.
 */
import type { MarkdownRenderer } from '../markdown/markdown-renderer.ts'
import { ContentHistory } from './history/content-history.ts'
import { DisplacedContent } from './history/displaced-content.ts'
import { PostTexts } from './index/post-texts.ts'
import { LiveContent, type LiveContentOptions } from './live-content.ts'
import { Search } from './search/search.ts'
import { Conflicts } from './writes/conflicts.ts'
import type { PendingImageStore } from './writes/post-writes.ts'
import { PostWrites } from './writes/post-writes.ts'
import { ProjectWrites } from './writes/project-writes.ts'
import { TagWrites } from './writes/tag-writes.ts'
import { TextFiles } from './writes/text-files.ts'

interface ContentStoreOptions extends LiveContentOptions {
  renderer: Pick<MarkdownRenderer, 'render'>
  /** Uploaded images, pending until a saved post names them. */
  images: PendingImageStore
}

export class ContentStore extends LiveContent {
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

  constructor({ renderer, images, ...options }: ContentStoreOptions) {
    super(options)
    this.texts = new PostTexts(this, renderer)
    this.posts = new PostWrites(this, { images, texts: this.texts })
    this.projects = new ProjectWrites(this)
    this.tags = new TagWrites(this)
    this.files = new TextFiles(this)
    this.conflicts = new Conflicts(this, this.files)
    this.displaced = new DisplacedContent(this)
    this.history = new ContentHistory(this)
    this.search = new Search(() => this.snapshot())
  }
}
