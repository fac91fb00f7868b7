/**
 * The line of each post's file through the history, followed through git's renames. A file that is
 * deleted ends its line; one made later at its path begins another, unless it is the same again.
 */
import type { LoggedCommit } from '#domain/record/history-facts.ts'
import type { BlobId, CommitChange } from '../../git/repository.ts'
import { postIdOf } from '../formats/post-file.ts'

export interface PostLine {
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

export class PostLines {
  readonly #lines = new Map<string, PostLine>()
  /** The line that an id belonged to last before it was renamed. */
  readonly #former = new Map<string, PostLine>()

  /**
   * Adds the changes of posts by one commit, made at a time in milliseconds since 1970. Returns the
   * lines that have a new version.
   */
  add(changes: readonly CommitChange[], at: number): PostLine[] {
    return changes.flatMap(({ path, from, after }) => {
      const former = from === null ? undefined : this.at(from)
      if (former !== undefined) this.#rename(former, path)
      if (after === null) {
        const line = former ?? this.at(path)
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

  /** The line of the file at a path; undefined when the history has none there. */
  at(path: string): PostLine | undefined {
    const line = this.#lines.get(path)
    return line?.isDeleted ? undefined : line
  }

  /** By path, of the posts that are logged. */
  logged(): Map<string, LoggedCommit> {
    const logged = new Map<string, LoggedCommit>()
    for (const [path, line] of this.#lines) {
      if (!line.isDeleted && line.logged !== null) logged.set(path, line.logged)
    }
    return logged
  }

  /** The id that each former id has become: of posts that are there and have another one. */
  renames(): Map<string, string> {
    const renames = new Map<string, string>()
    for (const [id, line] of this.#former) {
      const now = postIdOf(line.path)
      if (!line.isDeleted && now !== id) renames.set(id, now)
    }
    return renames
  }

  /** A path that git takes for renamed is there no longer, and its new path was not there before. */
  #rename(line: PostLine, path: string): void {
    this.#lines.delete(line.path)
    const id = postIdOf(line.path)
    if (id !== postIdOf(path)) this.#former.set(id, line)
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
