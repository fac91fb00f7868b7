/**
 * What the history says of the posts: under which ids they were known before, and when their texts
 * were changed after everybody could read them.
 */
import type { CommitId, LineChange, Repository } from '../../git/repository.ts'
import { classifyPath, isProblem } from '../files/content-paths.ts'
import type { PostEdit, Snapshot } from '../records.ts'
import { type PostChange, type PostLine, PostLines } from './post-lines.ts'
import { publicTexts } from './public-texts.ts'
import type { VersionReader } from './version-reader.ts'

/** Lines whose edits are read between two looks for news. */
const BATCH = 50
/** Changes that are read without a pause for requests between them. */
const SLICE = 500

export class PostHistory {
  readonly #repository: Pick<Repository, 'mainLine'>
  readonly #versions: VersionReader
  #lines = new PostLines()
  #readTo: CommitId | null = null
  #edits = new Map<PostLine, PostEdit>()
  /** Lines whose edits are not known yet. */
  #unread = new Set<PostLine>()
  #hasNews = false

  constructor(repository: Pick<Repository, 'mainLine'>, versions: VersionReader) {
    this.#repository = repository
    this.#versions = versions
  }

  /** Reads the lines up to `head`. @returns whether all of the history was read, not only news */
  async read(head: CommitId): Promise<boolean> {
    if (head === this.#readTo) return false
    const range = { since: this.#readTo, to: head }
    const { isWhole, changes } = await this.#repository.mainLine('posts', range)
    const known: PostChange[] = []
    for (const [index, change] of changes.entries()) {
      if (index % SLICE === SLICE - 1) await new Promise(setImmediate)
      known.push(...(await this.#changesIn(change)))
    }
    // After a rewrite of history some of it is no longer on the branch: all is read again.
    if (isWhole) {
      this.#hasNews = this.#readTo !== null
      this.#lines = new PostLines()
      this.#edits = new Map()
      this.#unread = new Set()
    }
    for (const line of this.#lines.add(known)) {
      this.#unread.add(line)
      // A text with one version shows no changes.
      if (line.versions.length > 1) this.#hasNews = true
    }
    this.#readTo = head
    return isWhole
  }

  /** Whether changes of a text may read differently than at the last call, also where its edit is the same. */
  takeNews(): boolean {
    const hasNews = this.#hasNews
    this.#hasNews = false
    return hasNews
  }

  hasUnread(): boolean {
    return this.#unread.size > 0
  }

  /** Reads the edits of some of the lines that are unread. */
  async readSomeEdits(): Promise<void> {
    for (const line of [...this.#unread].slice(0, BATCH)) {
      this.#unread.delete(line)
      const at = await this.#lastEdit(line).catch((error: unknown) => {
        // For the next time, behind the others.
        this.#unread.add(line)
        throw error
      })
      if (at === null) this.#edits.delete(line)
      else this.#edits.set(line, { at, versions: line.versions.length })
    }
  }

  /** The line of the post's file, as far as history has been read. */
  lineAt(path: string): PostLine | undefined {
    return this.#lines.at(path)
  }

  renames(): Snapshot['renames'] {
    return this.#lines.renames()
  }

  edits(): Snapshot['edits'] {
    const present = [...this.#edits].filter(([line]) => !line.isGone)
    return new Map(present.map(([line, edit]) => [line.path, edit]))
  }

  /** What a change means for the lines: a rename as such, or a file that went and one that came. */
  async #changesIn(change: LineChange): Promise<PostChange[]> {
    const { commit, at, path, from, after } = change
    const went = { commit, at, path: from ?? '', from: null, after: null }
    const came = { commit, at, path, from: null, after }
    if (from === null || !isPost(from)) return isPost(path) ? [came] : []
    if (!isPost(path)) return [went]
    return (await this.#versions.isSame({ ...change, from })) ? [{ ...came, from }] : [went, came]
  }

  /** When the newest public text replaced another; null when there was none before. */
  async #lastEdit(line: PostLine): Promise<number | null> {
    if (line.isGone || line.versions.length < 2) return null
    let newest: number | null = null
    const texts = publicTexts(line.versions, (version) => this.#versions.read(version))
    for await (const { from } of texts) {
      if (newest !== null) return newest
      newest = from
    }
    return null
  }
}

function isPost(path: string): boolean {
  const file = classifyPath(path)
  return file !== null && !isProblem(file) && file.kind === 'post'
}
