/**
 * Ids for new posts and projects. An id is reserved from its plan until its file is indexed, so
 * that a hundred creates at once with one title get a hundred ids.
 */
import { type ContentKind, clashKey } from '../files/content-paths.ts'
import { uniqueId } from '../formats/post-id.ts'
import type { LiveContent } from '../live-content.ts'
import type { PostRecord } from '../records.ts'

type Exists = (id: string) => Promise<boolean>

/** A post that is renamed: its id and its aliases are not taken for it. */
type Renamed = Pick<PostRecord, 'id'>

/** Gives an id and reserves it. Called again by the same write, it releases the one before. */
export type Reserve = (base: string, exists: Exists, renamed?: Renamed) => Promise<string>

export class NewIds {
  readonly #kind: ContentKind
  readonly #live: Pick<LiveContent, 'snapshot' | 'hasId'>
  readonly #reserved = new Set<string>()

  constructor(kind: ContentKind, live: Pick<LiveContent, 'snapshot' | 'hasId'>) {
    this.#kind = kind
    this.#live = live
  }

  /** Runs a write that may reserve an id; the id is released when the write has ended. */
  async reserving<T>(write: (reserve: Reserve) => Promise<T>): Promise<T> {
    let own: string | null = null
    try {
      return await write(async (base, exists, renamed) => {
        if (own !== null) this.#reserved.delete(own)
        own = await this.#choose(base, exists, renamed)
        return own
      })
    } finally {
      if (own !== null) this.#reserved.delete(own)
    }
  }

  async #choose(base: string, exists: Exists, renamed?: Renamed): Promise<string> {
    const aliases = this.#takenAliases(renamed?.id)
    const onDisk = new Set<string>()
    const keyOf = (id: string) => clashKey({ kind: this.#kind, id })
    const isTaken = (id: string) =>
      this.#reserved.has(id) ||
      onDisk.has(id) ||
      aliases.has(id) ||
      (this.#live.hasId(keyOf(id)) && (renamed === undefined || keyOf(id) !== keyOf(renamed.id)))
    for (;;) {
      const id = uniqueId(base, isTaken)
      // Reserved before waiting: the next plan may run meanwhile.
      this.#reserved.add(id)
      if (!(await exists(id))) return id
      this.#reserved.delete(id)
      onDisk.add(id)
    }
  }

  #takenAliases(except: string | undefined): ReadonlySet<string> {
    const posts = this.#kind === 'post' ? this.#live.snapshot().allPosts : []
    return new Set(posts.flatMap((post) => (post.id === except ? [] : post.aliases)))
  }
}
