/**
 * Reads the first-parent line commit by commit: names of posts, when each was logged, versions of
 * projects and of breaks. The line of a post follows its file through git's renames and ends at its deletion; a
 * later file at the same path begins a new line, unless its content is the same.
 */
import type { BreaksVersion } from '#domain/days/breaks.ts'
import type { LoggedCommit } from '#domain/record/history-facts.ts'
import type {
  BlobId,
  CommitChange,
  CommitId,
  History,
  LogCommit,
  MainLineReading,
} from '../../git/repository.ts'
import { Turns } from '../../workers/turns.ts'
import { FILE_BYTES_MAX } from '../files/content-files.ts'
import { contentFileAt, fileIdOf, foldersOf } from '../files/content-paths.ts'
import { parsePostFile } from '../formats/post-file.ts'
import { defaultSite, parseSiteFile, SITE_PATH } from '../formats/site-file.ts'
import type { ContentHistoryFacts } from '../index/build-snapshot.ts'
import type { RecordKeeper } from '../index/record-keeper.ts'
import type { PostRecord } from '../records.ts'
import { ProjectLines } from './project-lines.ts'

export const HISTORY_PATHS = [...foldersOf('post'), ...foldersOf('project'), SITE_PATH]

/** Trailer of a commit of `content import`. */
const IMPORTED = /^Imported-from:\s*\S/im

/** Source of old versions and of the present files. */
export interface HistorySource {
  history(): History
  records: Pick<RecordKeeper, 'postAt' | 'zone'>
}

interface PostLine {
  /** Present path, or the path at its deletion. */
  path: string
  /** Former paths, newest first. */
  formerPaths: readonly string[]
  /** Newest revision. */
  revision: BlobId
  isDeleted: boolean
  /** Time of its first commit in milliseconds since 1970. */
  firstAt: number
  /** Null until a commit has it as a public post; reset by a deletion. */
  logged: LoggedCommit | null
}

export class HistoryReading {
  readonly #source: HistorySource
  readonly #beginsAt: number | null
  readonly #lines = new Map<string, PostLine>()
  /** Lines by former id. */
  readonly #linesByFormerId = new Map<string, PostLine>()
  readonly #projects: ProjectLines
  #breaks: readonly BreaksVersion[] = []
  #readTo: CommitId | null = null
  #cached: ContentHistoryFacts | null = null

  /** @param beginsAt time of the first commit in milliseconds since 1970 */
  constructor(source: HistorySource, beginsAt: number | null) {
    this.#source = source
    this.#beginsAt = beginsAt
    this.#projects = new ProjectLines(() => source.history())
  }

  /** The last commit that was read. */
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
      const hasBreaks = await this.#addBreaks(commit)
      if (hasPosts || hasProjects || hasBreaks) this.#cached = null
    }
    this.#readTo = to
  }

  /** The facts so far: the same object until a commit changes something. */
  facts(): ContentHistoryFacts {
    this.#cached ??= {
      moves: this.#projects.moves(),
      renames: this.#renames(),
      facts: {
        beginsAt: this.#beginsAt,
        logged: this.#logged(),
        projects: this.#projects.versions(),
        breaks: this.#breaks,
      },
    }
    return this.#cached
  }

  /** Line of the file at a path; undefined if the history has none. */
  postLine(path: string): PostLine | undefined {
    const line = this.#lines.get(path)
    return line?.isDeleted ? undefined : line
  }

  /** One commit may touch thousands of posts. */
  async #addPosts(commit: LogCommit, turns: Turns): Promise<boolean> {
    const changes = commit.changes.filter(({ path }) => contentFileAt(path)?.kind === 'post')
    if (changes.length === 0) return false
    // A rebase renews only the committer date.
    const lines = this.#addChanges(changes, Math.min(commit.authoredAt, commit.committedAt))
    for (const line of lines) {
      await turns.pause()
      await this.#recordLogged(line, commit)
    }
    return true
  }

  /** Adds a version of the breaks, from the first one with a break. */
  async #addBreaks({ commit, committedAt: at, changes }: LogCommit): Promise<boolean> {
    const change = changes.find(({ path, from }) => path === SITE_PATH || from === SITE_PATH)
    if (change === undefined) return false
    const blob = change.path === SITE_PATH ? change.after : null
    const bytes = blob ? await this.#source.history().readRevision(blob, SITE_PATH) : Buffer.of()
    const site = bytes && parseSiteFile({ path: SITE_PATH, bytes }, defaultSite('UTC')).value
    // An unreadable version is skipped, as the site keeps the last good one.
    if (!site || (!site.breaks && this.#breaks.length === 0)) return false
    this.#breaks = [...this.#breaks, { commit, at, breaks: site.breaks ?? [] }]
    return true
  }

  /** Records the first commit whose file is a public post. */
  async #recordLogged(line: PostLine, { commit, committedAt, body }: LogCommit): Promise<void> {
    if (line.logged !== null) return
    const post = await this.#read(line)
    if (post === null || post.draft) return
    line.logged = { commit, at: committedAt, isImported: IMPORTED.test(body) }
  }

  /** Parses the newest version of a post; null if unreadable. */
  async #read({ path, revision, firstAt }: PostLine): Promise<PostRecord | null> {
    const { history, records } = this.#source
    const now = records.postAt(path)
    if (now?.revision === revision) return now
    const bytes = await history().readRevision(revision, path)
    if (bytes === null || bytes.length > FILE_BYTES_MAX) return null
    const reading = { timeZone: records.zone(), fallbackDate: firstAt }
    return parsePostFile({ path, bytes }, reading).value
  }

  /**
   * Adds the changes of one commit.
   * @param at its time in milliseconds since 1970
   * @returns the lines with a new version
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
      // A restored post is logged by the commit that restored it.
      if (line.isDeleted) line.logged = null
      line.isDeleted = false
      line.revision = after
      this.#lines.set(path, line)
      return [line]
    })
  }

  /** Logged posts by path. */
  #logged(): Map<string, LoggedCommit> {
    const logged = new Map<string, LoggedCommit>()
    for (const [path, line] of this.#lines) {
      if (!line.isDeleted && line.logged !== null) logged.set(path, line.logged)
    }
    return logged
  }

  /** Former id → present id of existing posts. */
  #renames(): Map<string, string> {
    const renames = new Map<string, string>()
    for (const [id, line] of this.#linesByFormerId) {
      const now = fileIdOf(line.path)
      if (!line.isDeleted && now !== id) renames.set(id, now)
    }
    return renames
  }

  /** git reports a rename only from a deleted to an added path, so nothing is overwritten here. */
  #rename(line: PostLine, path: string): void {
    this.#lines.delete(line.path)
    const id = fileIdOf(line.path)
    if (id !== fileIdOf(path)) this.#linesByFormerId.set(id, line)
    line.formerPaths = [line.path, ...line.formerPaths]
    line.path = path
  }

  #lineFor(path: string, revision: BlobId, at: number): PostLine {
    const line = this.#lines.get(path)
    const continues = line && (!line.isDeleted || line.revision === revision)
    if (continues) return line
    return { path, formerPaths: [], revision, isDeleted: false, firstAt: at, logged: null }
  }
}
