/** When the texts of posts were changed after everybody could read them. */
import type { PostEdit, Snapshot } from '../records.ts'
import type { PostLine } from './post-lines.ts'
import { publicTexts } from './public-texts.ts'
import type { VersionReader } from './version-reader.ts'

/** Lines whose edits are read between two looks for news: a save waits for them. */
const BATCH = 10

export class PostEdits {
  readonly #versions: VersionReader
  readonly #edits = new Map<PostLine, PostEdit>()
  /** Lines whose edits are not known yet. */
  readonly #unread = new Set<PostLine>()
  /** In which the dates of versions were read. */
  #zone: string
  #hasNews: boolean

  /** @param isAgain whether another reading of the same posts was there before */
  constructor(versions: VersionReader, isAgain: boolean) {
    this.#versions = versions
    this.#hasNews = isAgain
    this.#zone = versions.zone()
  }

  get zone(): string {
    return this.#zone
  }

  /** What is known of a line's edit, null for none; undefined while it is not read. */
  of(line: PostLine): PostEdit | null | undefined {
    return this.#unread.has(line) ? undefined : (this.#edits.get(line) ?? null)
  }

  /** Puts back what `of` gave in a zone. */
  restore(line: PostLine, edit: PostEdit | null | undefined, zone: string): void {
    const isRead = zone === this.#zone || line.versions.length < 2
    if (edit === undefined || !isRead) this.#unread.add(line)
    else if (edit !== null) this.#edits.set(line, edit)
  }

  /** In another zone texts may have become public at other times: they are read again. */
  followZone(lines: () => Iterable<PostLine>): void {
    const zone = this.#versions.zone()
    if (zone === this.#zone) return
    this.#zone = zone
    this.note(lines())
  }

  /** Notes lines with a change. */
  note(lines: Iterable<PostLine>): void {
    for (const line of lines) {
      this.#unread.add(line)
      // A text with one version shows no changes.
      if (line.versions.length > 1) this.#hasNews = true
    }
  }

  /** Whether the shown changes of a text may differ since the last call. */
  takeNews(): boolean {
    const hasNews = this.#hasNews
    this.#hasNews = false
    return hasNews
  }

  hasUnread(): boolean {
    return this.#unread.size > 0
  }

  /** Reads the edits of some of the lines that are unread. */
  async readSome(): Promise<void> {
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

  /** By the path that the post has now. */
  all(): Snapshot['edits'] {
    const present = [...this.#edits].filter(([line]) => !line.isGone)
    return new Map(present.map(([line, edit]) => [line.path, edit]))
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
