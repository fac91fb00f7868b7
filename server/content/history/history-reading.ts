/**
 * What the first-parent line of the branch says of the content, read once, commit by commit: the
 * names and versions of posts, when each was logged, and what became of the projects.
 */
import type { HistoryFacts, LoggedCommit } from '#domain/record/history-facts.ts'
import type { CommitId, FileRevision, LineCommit, Repository } from '../../git/repository.ts'
import { Turns } from '../../workers/turns.ts'
import { classifyPath, isProblem } from '../files/content-paths.ts'
import { PostEdits } from './post-edits.ts'
import { type PostChange, type PostLine, PostLines } from './post-lines.ts'
import { renamesIn } from './post-renames.ts'
import { ProjectLines, projectIdAt } from './project-lines.ts'
import type { VersionReader } from './version-reader.ts'

export const HISTORY_FOLDERS: readonly string[] = ['posts', 'projects']

/** How a commit says that it brought posts in from elsewhere. */
const IMPORTED = /^Imported-from:\s*\S/im

interface HistoryReadingDeps {
  repository: Pick<Repository, 'readRevision' | 'fileRevisions'>
  versions: VersionReader
}

export class HistoryReading {
  readonly lines = new PostLines()
  readonly projects = new ProjectLines()
  readonly edits: PostEdits
  readonly #deps: HistoryReadingDeps
  readonly beginsAt: number | null
  #readTo: CommitId | null = null
  readonly #logged = new Map<string, LoggedCommit>()
  #facts: HistoryFacts | null = null

  constructor(
    deps: HistoryReadingDeps,
    { beginsAt, isAgain }: { beginsAt: number | null; isAgain: boolean },
  ) {
    this.#deps = deps
    this.beginsAt = beginsAt
    this.edits = new PostEdits(deps.versions, isAgain)
  }

  /** The commit up to which all is read. */
  get readTo(): CommitId | null {
    return this.#readTo
  }

  /** Adds the commits after `readTo` up to `to`, oldest first. */
  async add(commits: readonly LineCommit[], to: CommitId): Promise<void> {
    const since = this.#readTo
    const turns = new Turns()
    for (const commit of commits) {
      await turns.pause()
      await this.#addPosts(commit, turns)
      if (await this.projects.add(commit, this.#deps.repository)) this.#facts = null
    }
    await this.projects.addMoves(
      await this.#projectRevisions(commits, { since, to }),
      this.#deps.repository,
    )
    this.#readTo = to
  }

  /** Ends the putting back of a reading that was kept: its lines and projects are in. */
  restored(readTo: CommitId): void {
    for (const { line } of this.lines.all()) this.#take(line.path)
    this.#readTo = readTo
  }

  /** Whether there are edits to be read. */
  hasUnread(): boolean {
    this.edits.followZone(() => Array.from(this.lines.all(), ({ line }) => line))
    return this.edits.hasUnread()
  }

  /** What is known; the same object until something of it changes. */
  facts(): HistoryFacts {
    this.#facts ??= {
      beginsAt: this.beginsAt,
      logged: new Map(this.#logged),
      projects: new Map(this.projects.versions()),
    }
    return this.#facts
  }

  /** One commit may touch thousands of posts. */
  async #addPosts(commit: LineCommit, turns: Turns): Promise<void> {
    const changes = commit.changes.filter(({ path }) => isPost(path))
    if (changes.length === 0) return
    const { versions } = this.#deps
    const at = Math.min(commit.authoredAt, commit.committedAt)
    const renames = await renamesIn(changes, (file) => versions.read({ ...file, at }))
    const renamed = new Set(renames.values())
    const own = changes.flatMap(({ path, after }): PostChange[] =>
      renamed.has(path) && after === null
        ? []
        : [{ path, after, at, from: renames.get(path) ?? null }],
    )
    const touched = this.lines.add(own)
    this.edits.note(touched)
    for (const line of touched) {
      await turns.pause()
      await this.#log(line, commit)
    }
    for (const { path } of changes) this.#take(path)
  }

  /** Takes over what the line at a path says. */
  #take(path: string): void {
    const logged = this.lines.at(path)?.logged ?? null
    if (logged === (this.#logged.get(path) ?? null)) return
    if (logged === null) this.#logged.delete(path)
    else this.#logged.set(path, logged)
    this.#facts = null
  }

  /** Notes the commit that first has a post public, as far as its file says so. */
  async #log(line: PostLine, { commit, committedAt, body }: LineCommit): Promise<void> {
    const version = line.versions.at(-1)
    if (line.isGone || line.logged !== null || version === undefined) return
    const post = await this.#deps.versions.read(version)
    if (post === null || post.draft) return
    line.logged = { commit, at: committedAt, isImported: IMPORTED.test(body) }
  }

  /** Changes of projects; where merges brought some, those of the commits that they merged. */
  async #projectRevisions(
    commits: readonly LineCommit[],
    { since, to }: { since: CommitId | null; to: CommitId },
  ): Promise<readonly FileRevision[]> {
    const own = commits.filter(({ changes }) => changes.some(({ path }) => projectIdAt(path)))
    if (own.some(({ isMerge }) => isMerge)) {
      return this.#deps.repository.fileRevisions('projects', since, to)
    }
    return own.flatMap(({ changes, commit, date, body }) =>
      changes.map((change) => ({ ...change, commit, date, body })),
    )
  }
}

function isPost(path: string): boolean {
  const file = classifyPath(path)
  return file !== null && !isProblem(file) && file.kind === 'post'
}
