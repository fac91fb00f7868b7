/**
 * The versions of each deadline project. A commit says what it changed, so that the changes of two
 * branches add up; a merge says what the file is then.
 */
import { isDeepStrictEqual } from 'node:util'
import { type ProjectFields, REASON_LENGTH_MAX } from '#domain/project.ts'
import type { HistoryFacts, ProjectVersion } from '#domain/record/history-facts.ts'
import type { BlobId, CommitChange, History, LogCommit } from '../../git/repository.ts'
import { fileIdOf } from '../files/content-paths.ts'
import { PROJECTS } from '../formats/project-file.ts'
import { FileHistories } from './file-histories.ts'

/** What one commit made of a project. */
interface ProjectChange extends ProjectVersion {
  /** What the commit found, to tell what it changed; null if it says everything. */
  before: ProjectFields | null
  /** The new revision, or the deleted one. */
  revision: BlobId | null
}

export class ProjectHistories {
  readonly #files = new FileHistories<ProjectChange[]>('project')
  #hasMerge = false
  readonly #history: () => History

  /** @param history of the repository, which may have been opened again */
  constructor(history: () => History) {
    this.#history = history
  }

  /** By present or last id, oldest first. Files that had one name in turn are one project. */
  versions(): HistoryFacts['projects'] {
    const changes = new Map<string, ProjectChange[]>()
    for (const { path, facts } of this.#files.all()) {
      const id = fileIdOf(path)
      changes.set(id, [...(changes.get(id) ?? []), ...facts])
    }
    // What a merge brings may be older than what was read before.
    if (this.#hasMerge) for (const list of changes.values()) list.sort((a, b) => a.at - b.at)
    return new Map([...changes].map(([id, list]) => [id, versionsOf(list)]))
  }

  /** Former id → present id. */
  renames(): Map<string, string> {
    return this.#files.renames()
  }

  /** Adds commits after all that they follow. */
  async add(commits: readonly LogCommit[]): Promise<void> {
    for (const commit of commits) {
      this.#hasMerge ||= isMerge(commit)
      for (const change of this.#files.changesOf(commit)) {
        const { path, from, before, after } = change
        const was = await this.#read(from ?? path, before)
        const is = await this.#read(path, after)
        if (from === null || was === null || is === null || isSameProject(was, is)) {
          this.#apply(commit, change, { was, is })
          continue
        }
        // Projects are small files alike: git may take one that went and one that came for one.
        const gone = { ...change, path: from, from: null, after: null }
        this.#apply(commit, gone, { was, is: null })
        this.#apply(commit, { ...change, from: null, before: null }, { was: null, is })
      }
    }
  }

  #apply(
    commit: LogCommit,
    change: CommitChange,
    { was, is }: Record<'was' | 'is', ProjectFields | null>,
  ): void {
    const file = this.#files.apply(change, { commit, newFacts: () => [], startsOver: false })
    // An unreadable version is skipped, as the site keeps the last good one.
    if (file === null || (change.after !== null && is === null)) return
    file.facts.push({
      commit: commit.commit,
      at: commit.committedAt,
      date: commit.date,
      reason: reasonIn(commit.body),
      project: is,
      before: isMerge(commit) ? null : was,
      revision: change.after ?? change.before,
    })
  }

  async #read(path: string, blob: BlobId | null): Promise<ProjectFields | null> {
    const bytes = blob && (await this.#history().readRevision(blob, path))
    const value = bytes && PROJECTS.parse({ path, bytes }).value
    return value ? PROJECTS.fieldsOf(value) : null
  }
}

const isMerge = ({ parents }: LogCommit): boolean => parents.length > 1

/** A renamed project keeps its title, or everything else. */
function isSameProject(was: ProjectFields, is: ProjectFields): boolean {
  return was.title === is.title || isDeepStrictEqual({ ...was, title: '' }, { ...is, title: '' })
}

function versionsOf(changes: readonly ProjectChange[]): ProjectVersion[] {
  const kept: ProjectChange[] = []
  for (const change of changes) {
    const last = kept.at(-1)
    const isUndo = last?.project === null && last.revision === change.revision
    if (isUndo) kept.pop()
    else kept.push(change)
  }
  let fields: ProjectFields | null = null
  return kept.map(({ before, revision: _, ...version }) => {
    const { project } = version
    if (project !== null) fields = fields && before ? changed(fields, before, project) : project
    return { ...version, project: project && fields }
  })
}

/** The fields with what differs between two versions. */
function changed(fields: ProjectFields, before: ProjectFields, after: ProjectFields) {
  const differing = Object.entries(after).filter(
    ([name, value]) => !isDeepStrictEqual(value, before[name as keyof ProjectFields]), // a field of `after`
  )
  return { ...fields, ...Object.fromEntries(differing) }
}

/** The reason in a commit's message, of the panel's length: an answer may have a hundred. */
function reasonIn(body: string): string {
  const characters = [...body.trim()]
  const isLong = characters.length > REASON_LENGTH_MAX
  return isLong ? `${characters.slice(0, REASON_LENGTH_MAX - 1).join('')}…` : body.trim()
}
