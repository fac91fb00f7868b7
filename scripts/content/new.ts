/** `content new`: a dated post file with front matter, ready to be written in. */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createContentFiles } from '../../server/content/files/content-files.ts'
import { composePostFile } from '../../server/content/formats/post-file.ts'
import { idFromTitle, uniqueId } from '../../server/content/formats/post-id.ts'
import { dateAt } from '../../server/domain/days/post-date.ts'
import type { PostType } from '../../server/domain/post.ts'
import { makeFolder } from '../../server/prepare-folders.ts'

/**
 * Writes the file and returns its path. The id is the title's slug, as for a post made in the
 * panel; an id that any folder below posts/ has already is not used again.
 * @param post `now` in milliseconds since 1970
 */
export function writeNewPost(post: {
  contentDir: string
  title: string
  type: PostType
  url: string | null
  draft: boolean
  now: number
  timeZone: string
}): string {
  const { iso, day } = dateAt(post.now, post.timeZone)
  const { files } = createContentFiles(post.contentDir).list()
  const taken = new Set(files.filter(({ kind }) => kind === 'post').map(({ id }) => id))
  const id = uniqueId(idFromTitle(post.title, day), (candidate) => taken.has(candidate))
  const path = join(post.contentDir, 'posts', day.slice(0, 4), `${id}.md`)
  const text = composePostFile(
    {
      type: post.type,
      title: post.title,
      content: '',
      draft: post.draft,
      ...(post.url !== null && { url: post.url }),
    },
    iso,
  )
  makeFolder(dirname(path))
  // Never overwrites what is there already, a symlink included.
  writeFileSync(path, text, { flag: 'wx' })
  return path
}
