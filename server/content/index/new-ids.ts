/**
 * Ids for new posts and projects. An id is reserved from its plan until its file is indexed, so
 * that a hundred creates at once with one title get a hundred ids.
 */
import type { WorkTree } from '../../git/repository.ts'
import { type ContentKind, clashKey, classifyPath, isProblem } from '../files/content-paths.ts'
import { uniqueId } from '../formats/post-id.ts'
import type { LiveContent } from '../live-content.ts'

/** Gives an id and keeps it; asked again by the same write (a plan run anew) it gives up the last. */
type Reserve = (base: string, exists: (id: string) => Promise<boolean>) => Promise<string>

/** Whether a file with the id is left out of the work tree, and so of the live content. */
export async function isLeftOut(
  tree: WorkTree,
  wanted: { kind: ContentKind; id: string },
): Promise<boolean> {
  const key = clashKey(wanted)
  return (await tree.leftOut()).some((path) => {
    const file = classifyPath(path)
    return file !== null && !isProblem(file) && clashKey(file) === key
  })
}

export function createNewIds({ kind, live }: { kind: ContentKind; live: LiveContent }) {
  const reserved = new Set<string>()

  function takenAliases(): ReadonlySet<string> {
    const posts = kind === 'post' ? live.snapshot().allPosts : []
    return new Set(posts.flatMap((post) => post.aliases))
  }

  async function choose(base: string, exists: (id: string) => Promise<boolean>): Promise<string> {
    const aliases = takenAliases()
    const onDisk = new Set<string>()
    const isTaken = (id: string) =>
      reserved.has(id) || onDisk.has(id) || aliases.has(id) || live.hasId(clashKey({ kind, id }))
    for (;;) {
      const id = uniqueId(base, isTaken)
      // Reserved before waiting: the next plan may run meanwhile.
      reserved.add(id)
      if (!(await exists(id))) return id
      reserved.delete(id)
      onDisk.add(id)
    }
  }

  return {
    /** Runs a write that may reserve an id; it is free for others when the write has ended. */
    async reserving<T>(write: (reserve: Reserve) => Promise<T>): Promise<T> {
      let own: string | null = null
      const giveUp = () => {
        if (own !== null) reserved.delete(own)
        own = null
      }
      try {
        return await write(async (base, exists) => {
          giveUp()
          own = await choose(base, exists)
          return own
        })
      } finally {
        giveUp()
      }
    },
  }
}
