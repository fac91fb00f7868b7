/** Posts as the history has them: old versions parsed as the files of today are. */
import type { LineChange, Repository } from '../../git/repository.ts'
import { FILE_BYTES_MAX } from '../files/content-files.ts'
import { parsePostFile, postIdOf } from '../formats/parse-post-file.ts'
import type { PostRecord, Snapshot } from '../records.ts'
import type { PostVersion } from './post-lines.ts'
import { isSamePost } from './same-post.ts'

export interface VersionReader {
  /** A version as a post; null when it cannot be read as one. */
  read(version: PostVersion): Promise<PostRecord | null>
  /** Whether what git takes for a rename left the post the same. */
  isSame(rename: LineChange & { from: string }): Promise<boolean>
}

export function createVersionReader(edges: {
  repository: Pick<Repository, 'readRevision'>
  snapshot(): Snapshot
}): VersionReader {
  const { repository, snapshot } = edges

  async function read({ path, revision, at }: PostVersion): Promise<PostRecord | null> {
    const { posts, site } = snapshot()
    const now = posts.get(postIdOf(path))
    if (now?.path === path && now.revision === revision) return now
    const bytes = await repository.readRevision(revision, path)
    if (bytes === null || bytes.length > FILE_BYTES_MAX) return null
    // A file without a date has that of a commit: for this question none is better than its own.
    return parsePostFile({ path, bytes }, { timeZone: site.time_zone, fallbackDate: at }).value
  }

  return {
    read,
    async isSame({ from, path, before, after, at }) {
      if (before === null || after === null) return false
      if (before === after) return true
      const old = await read({ path: from, revision: before, at })
      const next = await read({ path, revision: after, at })
      return old !== null && next !== null && isSamePost(old, next)
    },
  }
}
