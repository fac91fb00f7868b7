/**
 * What the first-parent line of the branch says of the content, read commit by commit: the names of
 * posts, when each was logged, and what became of the projects. The line of a post's file is followed
 * through git's renames; a file that is deleted ends it, and one made later at its path begins another,
 * unless it is the same again.
 */
import type { LoggedCommit } from '#domain/record/history-facts.ts'
import type {
  BlobId,
  CommitChange,
  CommitId,
  LogCommit,
  MainLineReading,
} from '../../git/repository.ts'
import { Turns } from '../../workers/turns.ts'
import { FILE_BYTES_MAX } from '../files/content-files.ts'
import { contentFileAt, fileIdOf, foldersOf } from '../files/content-paths.ts'
import { parsePostFile } from '../formats/post-file.ts'
import type { ContentHistoryFacts } from '../index/build-snapshot.ts'
import type { RecordKeeper } from '../index/record-keeper.ts'
import type { PostRecord } from '../records.ts'
import { ProjectLines, type ProjectSource } from './project-lines.ts'

export const HISTORY_FOLDERS = [...foldersOf('post'), ...foldersOf('project')]

/** How a commit says that it brought posts in from elsewhere. */
const IMPORTED = /^Imported-from:\s*\S/im

/** Where the versions of files are read, and the files as they are now. */
export interface HistorySource {
  repository: ProjectSource
  records: Pick<RecordKeeper, 'postAt' | 'zone'>
}

interface PostLine {
  /** The path it has, or had when it was deleted. */
  path: string
  /** Those it had before, newest first. */
  formerPaths: readonly string[]
  /** The newest version. */
  revision: BlobId
  isDeleted: boolean
  /** When its first version was committed, in milliseconds since 1970. */
  firstAt: number
  /** Null while no commit had it as a public post, since it came or came back. */
  logged: LoggedCommit | null
}

export class HistoryReading {
  readonly #source: HistorySource
  readonly #beginsAt: number | null
  readonly #lines = new Map<string, PostLine>()
  /** The line that an id belonged to last before it was renamed. */
  readonly #former = new Map<string, PostLine>()
  readonly #projects: ProjectLines
  #readTo: CommitId | null = null
  #known: ContentHistoryFacts | null = null

  /** @param beginsAt when the first commit of all was made, in milliseconds since 1970 */
  constructor(source: HistorySource, beginsAt: number | null) {
    this.#source = source
    this.#beginsAt = beginsAt
    this.#projects = new ProjectLines(source.repository)
  }

  /** The commit up to which all is read. */
  get readTo(): CommitId | null {
    return this.#readTo
  }

  /** Adds the commits after `readTo` up to `to`, oldest first. */
  async add(commits: MainLineReading['commits'], to: CommitId): Promise<void> {
    const turns = new Turns()
    for (const commit of commits) {
      await turns.pause()
      const hasPosts = await this.#addPosts(commit, turns)
      const hasProjects = await this.#projects.add(commit)
      if (hasPosts || hasProjects) this.#known = null
    }
    this.#readTo = to
  }

  /** What is known: the same object until a commit changes something. */
  known(): ContentHistoryFacts {
    this.#known ??= {
      moves: this.#projects.moves(),
      renames: this.#renames(),
      facts: {
        beginsAt: this.#beginsAt,
        logged: this.#logged(),
        projects: this.#projects.versions(),
      },
    }
    return this.#known
  }

  /** The line of the file at a path; undefined when the history has none there. */
  postLine(path: string): PostLine | undefined {
    const line = this.#lines.get(path)
    return line?.isDeleted ? undefined : line
  }

  /** One commit may touch thousands of posts. */
  async #addPosts(commit: LogCommit, turns: Turns): Promise<boolean> {
    const changes = commit.changes.filter(({ path }) => contentFileAt(path)?.kind === 'post')
    if (changes.length === 0) return false
    // A rebase makes a new commit of an old change.
    const lines = this.#addChanges(changes, Math.min(commit.authoredAt, commit.committedAt))
    for (const line of lines) {
      await turns.pause()
      await this.#log(line, commit)
    }
    return true
  }

  /** Notes the commit that first has a post public, as far as its file says so. */
  async #log(line: PostLine, { commit, committedAt, body }: LogCommit): Promise<void> {
    if (line.logged !== null) return
    const post = await this.#read(line)
    if (post === null || post.draft) return
    line.logged = { commit, at: committedAt, isImported: IMPORTED.test(body) }
  }

  /** The newest version of a line as a post; null when it cannot be read as one. */
  async #read({ path, revision, firstAt }: PostLine): Promise<PostRecord | null> {
    const { repository, records } = this.#source
    const now = records.postAt(path)
    if (now?.revision === revision) return now
    const bytes = await repository.readRevision(revision, path)
    if (bytes === null || bytes.length > FILE_BYTES_MAX) return null
    const reading = { timeZone: records.zone(), fallbackDate: firstAt }
    return parsePostFile({ path, bytes }, reading).value
  }

  /**
   * Adds the changes of posts by one commit, made at a time in milliseconds since 1970. Returns the
   * lines that have a new version.
   */
  #addChanges(changes: readonly CommitChange[], at: number): PostLine[] {
    return changes.flatMap(({ path, from, after }) => {
      const former = from === null ? undefined : this.postLine(from)
      if (former !== undefined) this.#rename(former, path)
      if (after === null) {
        const line = former ?? this.postLine(path)
        if (line !== undefined) line.isDeleted = true
        return []
      }
      const line = former ?? this.#lineFor(path, after, at)
      // A post that comes back is logged by the commit that brought it.
      if (line.isDeleted) line.logged = null
      line.isDeleted = false
      line.revision = after
      this.#lines.set(path, line)
      return [line]
    })
  }

  /** By path, of the posts that are logged. */
  #logged(): Map<string, LoggedCommit> {
    const logged = new Map<string, LoggedCommit>()
    for (const [path, line] of this.#lines) {
      if (!line.isDeleted && line.logged !== null) logged.set(path, line.logged)
    }
    return logged
  }

  /** The id that each former id has become: of posts that are there and have another one. */
  #renames(): Map<string, string> {
    const renames = new Map<string, string>()
    for (const [id, line] of this.#former) {
      const now = fileIdOf(line.path)
      if (!line.isDeleted && now !== id) renames.set(id, now)
    }
    return renames
  }

  /** A path that git takes for renamed is there no longer, and its new path was not there before. */
  #rename(line: PostLine, path: string): void {
    this.#lines.delete(line.path)
    const id = fileIdOf(line.path)
    if (id !== fileIdOf(path)) this.#former.set(id, line)
    line.formerPaths = [line.path, ...line.formerPaths]
    line.path = path
  }

  #lineFor(path: string, revision: BlobId, at: number): PostLine {
    const line = this.#lines.get(path)
    const goesOn = line && (!line.isDeleted || line.revision === revision)
    if (goesOn) return line
    return { path, formerPaths: [], revision, isDeleted: false, firstAt: at, logged: null }
  }
}
