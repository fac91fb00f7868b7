/** `content new`: creates a dated post file with front matter. */
import { writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { ContentSettings } from '../../server/content/check-content.ts'
import { createContentFiles } from '../../server/content/files/content-files.ts'
import { composePostFile, parsePostFile } from '../../server/content/formats/post-file.ts'
import { idFromTitle, uniqueId } from '../../server/content/formats/post-id.ts'
import { dateAt } from '../../server/domain/days/post-date.ts'
import { POST_TYPES } from '../../server/domain/post.ts'
import { makeFolder } from '../../server/prepare-folders.ts'
import { currentFolder, readSiteSettings } from './command-settings.ts'
import { parseCall, UsageError } from './usage.ts'

/** Writes the file and prints its path. The id is unique below posts/. @throws UsageError */
export async function runNew(args: string[], settings: ContentSettings): Promise<number> {
  const { values, positionals } = parseCall('new', args, {
    type: { type: 'string' },
    url: { type: 'string' },
    draft: { type: 'boolean' },
  })
  const title = positionals.join(' ').trim()
  if (title === '') throw new UsageError('The title is missing.')
  const { url, draft = false } = values
  const typeName = values.type ?? (url === undefined ? 'short' : 'link')
  const type = POST_TYPES.find((known) => known === typeName)
  if (type === undefined) {
    throw new UsageError(`There is no type '${typeName}'; it is ${POST_TYPES.join(', ')}.`)
  }
  const { contentDir } = settings
  const { iso, day } = dateAt(Date.now(), readSiteSettings(settings).timeZone)
  const { files } = createContentFiles(contentDir).list()
  const taken = new Set(files.filter(({ kind }) => kind === 'post').map(({ id }) => id))
  const id = uniqueId(await idFromTitle(title, day), (candidate) => taken.has(candidate))
  const path = join(contentDir, 'posts', day.slice(0, 4), `${id}.md`)
  const bytes = composePostFile({ type, title, content: '', draft, ...(url && { url }) }, iso)
  const { problems } = parsePostFile({ path, bytes }, { timeZone: 'UTC', fallbackDate: 0 })
  if (problems[0]) throw new UsageError(problems[0].reason)
  makeFolder(dirname(path))
  // Never overwrites an existing file or symlink.
  writeFileSync(path, bytes, { flag: 'wx' })
  console.log(relative(currentFolder(), path))
  return 0
}
