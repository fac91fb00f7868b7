/**
 * The content store holds the snapshot and is the only writer of content files. Whatever changed
 * a file (a save, an editor, a pull), `refresh` is how it becomes visible.
 */

import type { TagChange, TagUse } from '#domain/answers/admin-answers.ts'
import type { DisplacedWithTexts } from '#domain/answers/repair-answers.ts'
import type { PostType } from '#domain/post.ts'
import type { ProjectStatus } from '#domain/project.ts'
import type { TagColor } from '#domain/tag.ts'
import type { BlobId, CommitId, DisplacedChange, HistoryEntry } from '../git/repository.ts'
import type { Patience, RenderedText } from '../markdown/markdown-renderer.ts'
import type { PostRecord, Problem, ProjectRecord, Snapshot } from './records.ts'

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

/** A request for a create that names itself, so that it can be repeated. */
export interface KeyedRequest {
  key: string
  /** The body, the same text for the same request. */
  body: string
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

/** A content file as its author sees it: text with `\n` newlines, without byte order mark. */
export interface ContentText {
  path: string
  text: string
  /** Null when there is no such file yet. */
  revision: BlobId | null
  /** What is listed of this file. */
  problems: readonly Problem[]
}

/** A file that the site has once, such as its about page. */
export interface SiteFile {
  path: string
  exists: boolean
  problems: readonly Problem[]
}

export interface TextChange {
  text: string
  /** The version the edit began from; null for a file that was not there. */
  basedOn: BlobId | null
  /** Keeps a text that cannot be read either; only where the file could not be read before. */
  isForced: boolean
}

/** Two versions of one file that a merge with the remote could not bring together. */
export interface FileConflict {
  /** The copy's post id, or the blob that the history keeps. */
  id: string
  /** Where the site's version stands. */
  file: string
  /** The draft that holds the other; null when only the history has it. */
  copy: string | null
}

export interface ConflictVersions extends FileConflict {
  /** The site's version; null when it was deleted since. */
  site: ContentText | null
  other: ContentText
  /** What both came from; null when that cannot be told. */
  base: string | null
}

/** How a conflict ends. */
export interface ConflictChoice {
  /** The file's text from now on; null keeps what the site has. */
  text: string | null
  /** The versions that the choice was made between. */
  site: BlobId | null
  other: BlobId | null
}

export interface DeletedPost {
  post: PostRecord
  /** The commit that deleted it. */
  commit: CommitId
  date: string
}

export interface ContentStore {
  snapshot(): Snapshot
  /** Reads these paths again (relative to the content folder) and swaps when they changed. */
  refresh(paths: readonly string[]): Promise<void>
  /** Compares every file with what is held: the net under the watcher's hints. */
  rescan(): Promise<void>
  /** Whether a save of this store, lately, is the commit. */
  isOwnCommit(commit: CommitId): boolean
  /**
   * Rendered text of a post; `isFallback` when it is not rendered yet.
   */
  render(post: PostRecord, options?: { patience?: Patience }): Promise<RenderedText>
  /** Rendered text of a post, made on first need. Never rejects: text that cannot be rendered
   * comes back escaped and is listed as a problem. */
  html(post: PostRecord): Promise<string>
  about(): Promise<RenderedText>
  /** Renders what is public, newest first, and from now on what changes, while nobody waits. */
  warm(): void
  /** Ranked ids of public posts with a plain-text snippet around the match. */
  search(query: string, limit: number): Promise<{ post: PostRecord; snippet: string }[]>

  /**
   * If the same request created a post within the last day, returns that post as created.
   * @throws KeyReusedError
   */
  createPost(input: PostInput, request?: KeyedRequest | null): Promise<Saved<PostRecord>>
  /** @throws NotFoundError, StaleRevisionError, AppError 409 when the file is a problem. */
  savePost(id: string, patch: PostPatch, basedOn: BlobId | null): Promise<Saved<PostRecord>>
  /**
   * Gives the post another id; the old one leads there.
   * @param typed made an id as the title of a new post is
   * @throws as `savePost`, but never merges; ValidationError for an id that is empty, reserved or taken
   */
  renamePost(id: string, typed: string, basedOn: BlobId | null): Promise<Saved<PostRecord>>
  featurePost(id: string, featured: boolean): Promise<Saved<PostRecord>>
  deletePost(id: string): Promise<Saved<{ id: string }>>
  /** Writes the default tags; the value is how many. */
  resetTags(): Promise<Saved<number>>
  tagUses(): TagUse[]
  /**
   * Gives a tag another name in every file, or a color; the name of another tag merges the two.
   * @throws NotFoundError, AppError 409 when tags.yaml is a problem
   */
  changeTag(editing: { name: string; to?: string; color?: TagColor }): Promise<Saved<TagChange>>
  /** As `createPost`. */
  createProject(input: ProjectInput, request?: KeyedRequest | null): Promise<Saved<ProjectRecord>>
  saveProject(
    id: string,
    patch: ProjectPatch,
    more: { basedOn: BlobId | null; reason: string },
  ): Promise<Saved<ProjectRecord>>

  /** Commits that touched the content, a post or a project; newest first. @throws NotFoundError */
  history(of: { post?: string; project?: string }, limit?: number): Promise<HistoryEntry[]>
  /** The post as a commit had it. @throws NotFoundError */
  postAt(commit: CommitId, id: string): Promise<PostRecord>
  deletedPosts(): Promise<DeletedPost[]>
  /** Undoes one commit as a new one. @throws NotFoundError, ConflictError */
  revert(commit: CommitId): Promise<Saved<HistoryEntry>>
  displaced(): Promise<DisplacedChange[]>

  /** The files of the site itself, whether they are there or not. */
  siteFiles(): SiteFile[]
  /** @throws NotFoundError, AppError 409 for what is no text */
  readText(path: string): Promise<ContentText>
  /** @throws NotFoundError, AppError 400 for a text that cannot be read, StaleTextError */
  saveText(path: string, change: TextChange): Promise<Saved<ContentText>>
  conflicts(): Promise<FileConflict[]>
  /** @throws NotFoundError */
  conflict(id: string): Promise<ConflictVersions>
  /** One commit that ends a conflict. @throws NotFoundError, ConflictError, AppError 400 */
  resolveConflict(id: string, choice: ConflictChoice): Promise<Saved<FileConflict>>
  /** @throws NotFoundError */
  displacedTexts(commit: CommitId): Promise<DisplacedWithTexts>
  /**
   * Brings a displaced commit back as a new commit. With `isWhole` its files become as it had them,
   * whatever changed since. @throws NotFoundError, ConflictError
   */
  restoreDisplaced(commit: CommitId, isWhole: boolean): Promise<Saved<DisplacedChange>>
  /** Takes a displaced commit off the list, or lists it again. @throws NotFoundError */
  discardDisplaced(commit: CommitId, isDiscarded: boolean): Promise<DisplacedChange>
  close(): Promise<void>
}
