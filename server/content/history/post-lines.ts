/**
 * The line of each post's file through the history: its names and its versions, oldest first. A file
 * that is deleted ends its line; one made later at its path begins another, unless it is the same
 * again.
 */
import type { LoggedCommit } from '#domain/record/history-facts.ts'
import type { BlobId, LineChange } from '../../git/repository.ts'
import { postIdOf } from '../formats/parse-post-file.ts'

export interface PostVersion {
  revision: BlobId
  /** As it was then. */
  path: string
  /** When it was committed, in milliseconds since 1970. */
  at: number
}

export interface PostLine {
  /** The path it has, or had when it was deleted. */
  path: string
  isGone: boolean
  /** Oldest first; only ever added to. */
  versions: PostVersion[]
  /** Null while no commit had it as a public post, since it came or came back. */
  logged: LoggedCommit | null
}

/** A change of a path that is a post's, by one commit. */
export interface PostChange extends Pick<LineChange, 'path' | 'after'> {
  /** The path that the post had before. */
  from: string | null
  /** In milliseconds since 1970. */
  at: number
}

export class PostLines {
  readonly #lines = new Map<string, PostLine>()
  /** The line that an id belonged to last before it was renamed. */
  readonly #former = new Map<string, PostLine>()

  /**
   * Adds the changes of one commit: names are given up before others take them, as in a chain a → b,
   * b → c. Returns the lines that they touched.
   */
  add(changes: readonly PostChange[]): Set<PostLine> {
    const touched = new Set<PostLine>()
    const moved = new Map<PostChange, PostLine>()
    for (const change of changes) {
      const line = change.from === null ? undefined : this.#lines.get(change.from)
      if (change.from === null || line === undefined) continue
      this.#lines.delete(change.from)
      moved.set(change, line)
      this.#rename({ ...change, from: change.from }, line)
    }
    for (const change of changes) {
      const { path, after: revision, at } = change
      const line = moved.get(change) ?? this.#lineFor(change)
      // A post that comes back is logged by the commit that brought it.
      if (line.isGone && revision !== null) line.logged = null
      line.isGone = revision === null
      if (line.isGone && !this.#lines.has(path)) continue
      this.#lines.set(path, line)
      touched.add(line)
      const last = line.versions.at(-1)
      // A name says something too: a title where the text has none, or the day.
      if (revision === null || (last?.revision === revision && last.path === path)) continue
      // The line's own text of it: one for all versions of a name.
      line.versions.push({ revision, path: line.path, at })
    }
    return touched
  }

  /** The line of the file at a path; undefined when the history has none there. */
  at(path: string): PostLine | undefined {
    const line = this.#lines.get(path)
    return line?.isGone ? undefined : line
  }

  /** Every line, also of files that are gone, with the ids that lead to it. */
  *all(): Generator<{ line: PostLine; formerIds: string[] }> {
    const ids = new Map<PostLine, string[]>()
    for (const [id, line] of this.#former) ids.set(line, [...(ids.get(line) ?? []), id])
    for (const line of this.#lines.values()) yield { line, formerIds: ids.get(line) ?? [] }
  }

  /** Puts back what `all` gave. */
  restore(line: PostLine, formerIds: readonly string[]): void {
    this.#lines.set(line.path, line)
    for (const id of formerIds) this.#former.set(id, line)
  }

  /** The id that each former id has become: of lines that are not gone and have another one. */
  renames(): Map<string, string> {
    const renames = new Map<string, string>()
    for (const [id, line] of this.#former) {
      const now = postIdOf(line.path)
      if (!line.isGone && now !== id) renames.set(id, now)
    }
    return renames
  }

  #rename(change: PostChange & { from: string }, line: PostLine): void {
    const id = postIdOf(change.from)
    if (id !== postIdOf(change.path)) this.#former.set(id, line)
    line.path = change.path
    line.isGone = false
  }

  #lineFor(change: PostChange): PostLine {
    const known = this.#lines.get(change.path)
    const isSame = known?.versions.at(-1)?.revision === change.after
    return known && (!known.isGone || isSame)
      ? known
      : { path: change.path, isGone: false, versions: [], logged: null }
  }
}
