/**
 * What the commits of the whole history say, each with its own date: names of posts, when each was
 * logged, versions of projects and of breaks. `content verify` uses it on a clone.
 */
import type { BreaksVersion, LoggedCommit } from '#domain/record/history-facts.ts'
import type { BlobId, CommitId, History, LogCommit } from '../../git/repository.ts'
import { Turns } from '../../workers/turns.ts'
import { FILE_BYTES_MAX } from '../files/content-files.ts'
import { foldersOf } from '../files/content-paths.ts'
import { parsePostFile } from '../formats/post-file.ts'
import { parseSiteFile, SITE_PATH } from '../formats/site-file.ts'
import type { ContentHistoryFacts } from '../index/build-snapshot.ts'
import type { ContentIndex } from '../index/content-index.ts'
import type { PostRecord } from '../records.ts'
import { FileHistories, type FileHistory, isImport } from './file-histories.ts'
import { ProjectHistories } from './project-histories.ts'

export const HISTORY_PATHS = [...foldersOf('post'), ...foldersOf('project'), SITE_PATH]

/** Source of old versions and of the present files. */
export interface TimelineSource {
  history(): History
  records: Pick<ContentIndex, 'postAt' | 'zone'>
}

interface PostFacts {
  /** Time of its first commit in milliseconds since 1970. */
  firstAt: number
  /** The earliest commit with it as a public post; null without one. */
  logged: LoggedCommit | null
}

type PostFile = FileHistory<PostFacts>

export class Timeline {
  readonly #source: TimelineSource
  readonly #beginsAt: number | null
  readonly #posts = new FileHistories<PostFacts>('post')
  readonly #projects: ProjectHistories
  /** Of posts that two branches added under one name, by revision: a merge gives one another id. */
  readonly #apart = new Map<BlobId, PostFacts>()
  #breaks: readonly BreaksVersion[] = []
  #readTo: CommitId | null = null

  /** @param beginsAt time of the first commit in milliseconds since 1970 */
  constructor(source: TimelineSource, beginsAt: number | null) {
    this.#source = source
    this.#beginsAt = beginsAt
    this.#projects = new ProjectHistories(() => source.history())
  }

  get readTo(): CommitId | null {
    return this.#readTo
  }

  /** Adds the commits of `to` that were not read, each after those that it follows. */
  async add(commits: readonly LogCommit[], to: CommitId): Promise<void> {
    const turns = new Turns()
    await this.#projects.add(commits)
    for (const commit of commits) {
      await this.#addPosts(commit, turns)
      await this.#addBreaks(commit)
    }
    this.#readTo = to
  }

  facts(): ContentHistoryFacts {
    return {
      renames: this.#posts.renames(),
      projectRenames: this.#projects.renames(),
      facts: {
        readTo: this.#readTo,
        beginsAt: this.#beginsAt,
        logged: this.#logged(),
        projects: this.#projects.versions(),
        breaks: this.#breaks,
      },
    }
  }

  /** Names and first commit of the post at a path; undefined if the history has none. */
  postAt(path: string): (Pick<PostFile, 'formerPaths'> & PostFacts) | undefined {
    const file = this.#posts.at(path)
    return file && { formerPaths: file.formerPaths, ...file.facts }
  }

  /** Deleted posts with their last revisions, latest deletion first. */
  deletedPosts(): PostFile[] {
    const timeOf = ({ deletion }: PostFile) => deletion?.committedAt ?? 0
    const deleted = this.#posts.all().filter(({ deletion }) => deletion !== null)
    return deleted.reverse().sort((a, b) => timeOf(b) - timeOf(a))
  }

  /** One commit may touch thousands of posts. */
  async #addPosts(commit: LogCommit, turns: Turns): Promise<void> {
    // A rebase renews only the committer date.
    const firstAt = Math.min(commit.authoredAt, commit.committedAt)
    for (const change of this.#posts.changesOf(commit)) {
      await turns.pause()
      const { path, before, after } = change
      const isAddition = before === null && commit.parents.length < 2
      const facts = { firstAt, logged: null }
      const other = isAddition ? this.#posts.at(path) : undefined
      if (other && after !== null) {
        this.#apart.set(other.revision, other.facts)
        const own = { ...other, revision: after, facts }
        await this.#recordLogged(own, commit)
        this.#apart.set(after, own.facts)
      }
      const newFacts = () => facts
      const file = this.#posts.apply(change, { commit, newFacts, startsOver: isAddition })
      const apart = isAddition ? undefined : this.#apart.get(after ?? '')
      const present = this.#posts.at(path)
      if (apart && present) present.facts = apart
      // Both branches may have made the same file of it: no change, but perhaps the earlier commit.
      const logged = file ?? present
      if (logged?.deletion === null) await this.#recordLogged(logged, commit)
    }
  }

  /** Adds a version of the breaks, from the first one with a break. */
  async #addBreaks({ commit, committedAt: at, changes }: LogCommit): Promise<void> {
    const change = changes.find(({ path, from }) => path === SITE_PATH || from === SITE_PATH)
    if (change === undefined) return
    const blob = change.path === SITE_PATH ? change.after : null
    const bytes = blob ? await this.#source.history().readRevision(blob, SITE_PATH) : Buffer.of()
    const site = bytes && parseSiteFile({ path: SITE_PATH, bytes }, 'UTC').value
    // An unreadable version is skipped, as the site keeps the last good one.
    if (!site || (!site.breaks && this.#breaks.length === 0)) return
    this.#breaks = [...this.#breaks, { commit, at, breaks: site.breaks ?? [] }]
  }

  /** A merge may bring an earlier commit than those before. */
  async #recordLogged(file: PostFile, logCommit: LogCommit): Promise<void> {
    const { commit, committedAt: at } = logCommit
    const { logged } = file.facts
    if (logged !== null && logged.at <= at) return
    const post = await this.#read(file)
    if (post === null || post.draft) return
    file.facts = { ...file.facts, logged: { commit, at, isImported: isImport(logCommit) } }
  }

  /** Parses the newest version of a post; null if unreadable. */
  async #read({ path, revision, facts }: PostFile): Promise<PostRecord | null> {
    const { history, records } = this.#source
    const now = records.postAt(path)
    if (now?.revision === revision) return now
    const bytes = await history().readRevision(revision, path)
    if (bytes === null || bytes.length > FILE_BYTES_MAX) return null
    const reading = { timeZone: records.zone(), fallbackDate: facts.firstAt }
    return parsePostFile({ path, bytes }, reading).value
  }

  #logged(): Map<string, LoggedCommit> {
    const logged = this.#posts.all().flatMap(({ path, deletion, facts }) => {
      return deletion === null && facts.logged ? [[path, facts.logged] as const] : []
    })
    return new Map(logged)
  }
}
