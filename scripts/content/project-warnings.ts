/** Warnings about posts that name a project that does not exist. */
import type { ContentCheck } from '../../server/content/check-content.ts'
import { ContentError } from '../../server/content/formats/content-error.ts'
import { quoted } from '../../server/content/formats/fields.ts'
import { problemsOf } from '../../server/content/formats/parsed-file.ts'
import { NO_HISTORY } from '../../server/content/index/build-snapshot.ts'
import type { Problem, Snapshot } from '../../server/content/records.ts'

/** One warning for each such post, but for a former id. @param clone reads the committed content */
export async function projectWarnings(
  strays: ContentCheck['strays'],
  bytesOf: (path: string) => Uint8Array,
  clone: () => Promise<Snapshot>,
): Promise<Problem[]> {
  if (strays.length === 0) return []
  const { projectRenames } = await clone().catch(() => NO_HISTORY)
  return strays.flatMap(({ path, project }) => {
    if (projectRenames.has(project ?? '')) return []
    const reason = `There is no project ${quoted(project)}.`
    const fault = new ContentError('project', reason, { isWarning: true })
    return problemsOf({ path, bytes: bytesOf(path) }, [fault])
  })
}
