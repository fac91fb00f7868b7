/** `content check`: warnings of what of the texts is not shown; the zone of a content folder. */

import { type CheckedContent, openContent } from '../../server/content/check-content.ts'
import { isProblem } from '../../server/content/files/content-paths.ts'
import { type TextFile, textWarnings, type Warning } from './text-warnings.ts'

/** The zone in which the site counts days. */
export function siteTimeZone(content: CheckedContent): string {
  return openContent(content).keeper.zone()
}

/** Warnings of the texts among these files, by file, then line. */
export function checkTexts(
  content: CheckedContent,
  isChosen: (file: string) => boolean = () => true,
): Promise<Warning[]> {
  return textWarnings(textsOf(content, isChosen))
}

/** Read one at a time: all texts of a site at once would be most of the memory. */
function* textsOf(content: CheckedContent, isChosen: (file: string) => boolean) {
  const { files } = openContent(content)
  const texts = files
    .list()
    .files.filter(({ kind, path }) => kind === 'post' || path === 'about.md')
  for (const file of texts) {
    const read = isChosen(file.path) ? files.read(file.path) : null
    if (read === null || isProblem(read)) continue
    yield { path: file.path, bytes: read.bytes } satisfies TextFile
  }
}
