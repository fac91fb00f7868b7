/** Warnings about posts that name a project that does not exist. */
import type { ContentCheck, ContentSettings } from '../../server/content/check-content.ts'
import { ContentError } from '../../server/content/formats/content-error.ts'
import { quoted } from '../../server/content/formats/fields.ts'
import { problemsOf } from '../../server/content/formats/parsed-file.ts'
import { NO_HISTORY } from '../../server/content/index/build-snapshot.ts'
import type { Problem } from '../../server/content/records.ts'
import { snapshotOfClone } from './verify/clone-figures.ts'

/** One warning for each such post. A former id of a renamed project is none. */
export async function projectWarnings(
  strays: ContentCheck['strays'],
  { contentDir, timeZone }: ContentSettings,
  bytesOf: (path: string) => Uint8Array,
): Promise<Problem[]> {
  if (strays.length === 0) return []
  const clone = snapshotOfClone({ contentDir, timeZone, now: Date.now() }).catch(() => NO_HISTORY)
  const { projectRenames } = await clone
  return strays.flatMap(({ path, project }) => {
    if (projectRenames.has(project ?? '')) return []
    const reason = `There is no project ${quoted(project)}.`
    const fault = new ContentError('project', reason, { isWarning: true })
    return problemsOf({ path, bytes: bytesOf(path) }, [fault])
  })
}
