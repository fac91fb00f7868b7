/**
 * The content store holds the snapshot and is the only writer of content files. Whatever changed
 * a file (a save, an editor, a pull), `refresh` is how it becomes visible.
 */

import type { PostType } from '#domain/post.ts'
import type { ProjectMove, ProjectStatus } from '#domain/project.ts'
import type { PostChanges } from '#domain/texts/post-changes.ts'
import type {
  AskedList,
  BlobId,
  CommitId,
  DisplacedChange,
  HistoryEntry,
} from '../git/repository.ts'
import type { Patience, RenderedText } from '../markdown/markdown-renderer.ts'
import type { Snapshot } from './index/snapshot.ts'
import type { PostRecord, ProjectRecord } from './records.ts'
import type { RepairStore } from './repair-store.ts'

/** Fields of a new post, checked. Absent: the default. */
export interface PostInput {
  type: PostType
  title: string
  content: string
  url?: string
  featured?: boolean
  tags?: readonly string[]
  draft?: boolean
  /** As the author would write it in the file. */
  date?: string
  description?: string
  project?: string
}

/** Fields of a post to change; absent: unchanged. Empty text removes an optional field. */
export type PostPatch = Partial<PostInput>

export interface ProjectInput {
  title: string
  due_date: string
  tags?: readonly string[]
  status?: ProjectStatus
  link?: string
}

export type ProjectPatch = Partial<ProjectInput>

export interface Saved<T> {
  value: T
  /** Null when nothing changed. */
  commit: CommitId | null
  /** True when the file had moved on and both changes fitted together. */
  merged: boolean
}

export interface DeletedPost {
  post: PostRecord
  /** The commit that deleted it. */
  commit: CommitId
  date: string
}

export interface ContentStore extends RepairStore {
  snapshot(): Snapshot
  /** Calls `listener` after each swap. Returns the way to stop. */
  onSwap(listener: (snapshot: Snapshot) => void): () => void
  /** Reads these paths again (relative to the content folder) and swaps when they changed. */
  refresh(paths: readonly string[]): Promise<void>
  /** Compares every file with what is held: the net under the watcher's hints. */
  rescan(): Promise<void>
  /** Whether a save of this store, lately, is the commit. */
  isOwnCommit(commit: CommitId): boolean
  /**
   * Rendered text of a post; `provisional` when it is shown as written for now, as it never is with
   * the patience of a list.
   */
  render(post: PostRecord, options?: { patience?: Patience }): Promise<RenderedText>
  /** Rendered text of a post, made on first need. Never rejects: text that cannot be rendered
   * comes back escaped and is listed as a problem. */
  html(post: PostRecord): Promise<string>
  /** The same when it is at hand without waiting. */
  htmlNow(post: PostRecord): string | undefined
  about(): Promise<RenderedText>
  /** Renders what is public, newest first, and from now on what changes, while nobody waits. */
  warm(): void
  /** Ranked ids of public posts with a plain-text snippet around the match. */
  search(query: string, limit: number): Promise<{ post: PostRecord; snippet: string }[]>

  createPost(input: PostInput): Promise<Saved<PostRecord>>
  /** @throws NotFoundError, StaleRevisionError, AppError 409 when the file is a problem. */
  savePost(id: string, patch: PostPatch, basedOn: BlobId | null): Promise<Saved<PostRecord>>
  featurePost(id: string, featured: boolean): Promise<Saved<PostRecord>>
  deletePost(id: string): Promise<Saved<{ id: string }>>
  /** Writes the default tags; the value is how many. */
  resetTags(): Promise<Saved<number>>
  createProject(input: ProjectInput): Promise<Saved<ProjectRecord>>
  saveProject(
    id: string,
    patch: ProjectPatch,
    more: { basedOn: BlobId | null; reason: string },
  ): Promise<Saved<ProjectRecord>>

  /** How the post's text changed after it could be read; nothing of drafts. */
  changes(post: PostRecord): Promise<PostChanges>
  /** Moves of a project's deadline, oldest first, as far as history has been read. */
  moves(projectId: string): readonly ProjectMove[]
  /** Commits that touched the content, a post or a project; newest first. @throws NotFoundError */
  history(of: { post?: string; project?: string }, asked?: AskedList): Promise<HistoryEntry[]>
  /** The post as a commit had it. @throws NotFoundError */
  postAt(commit: CommitId, id: string): Promise<PostRecord>
  /** @param asker aborted when the one who asks has gone */
  deletedPosts(asker?: AbortSignal): Promise<DeletedPost[]>
  /** Undoes one commit as a new one. @throws NotFoundError, ConflictError */
  revert(commit: CommitId): Promise<Saved<HistoryEntry>>
  displaced(): Promise<DisplacedChange[]>
  close(): Promise<void>
}
