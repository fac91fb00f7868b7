/**
 * What the first-parent line of the branch says of the content, read commit by commit: the names of
 * posts, when each was logged, and what became of the projects.
 */
import type { CommitId, LogCommit, MainLineReading } from '../../git/repository.ts'
import { Turns } from '../../workers/turns.ts'
import { FILE_BYTES_MAX } from '../files/content-files.ts'
import { contentFileAt, foldersOf } from '../files/content-paths.ts'
import { parsePostFile } from '../formats/post-file.ts'
import type { ContentHistoryFacts } from '../index/build-snapshot.ts'
import type { RecordKeeper } from '../index/record-keeper.ts'
import type { PostRecord } from '../records.ts'
import { type PostLine, PostLines } from './post-lines.ts'
import { ProjectLines, type ProjectSource } from './project-lines.ts'

export const HISTORY_FOLDERS = [...foldersOf('post'), ...foldersOf('project')]

/** How a commit says that it brought posts in from elsewhere. */
const IMPORTED = /^Imported-from:\s*\S/im

/** Where the versions of files are read, and the files as they are now. */
export interface HistorySource {
  repository: ProjectSource
  records: Pick<RecordKeeper, 'postAt' | 'zone'>
}

export class HistoryReading {
  readonly #source: HistorySource
  readonly #beginsAt: number | null
  readonly #lines = new PostLines()
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
      renames: this.#lines.renames(),
      facts: {
        beginsAt: this.#beginsAt,
        logged: this.#lines.logged(),
        projects: this.#projects.versions(),
      },
    }
    return this.#known
  }

  /** The line of the post at a path; undefined where it is in no commit. */
  postLine(path: string): Readonly<PostLine> | undefined {
    return this.#lines.at(path)
  }

  /** One commit may touch thousands of posts. */
  async #addPosts(commit: LogCommit, turns: Turns): Promise<boolean> {
    const changes = commit.changes.filter(({ path }) => contentFileAt(path)?.kind === 'post')
    if (changes.length === 0) return false
    // A rebase makes a new commit of an old change.
    const lines = this.#lines.add(changes, Math.min(commit.authoredAt, commit.committedAt))
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
}
