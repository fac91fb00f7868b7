/** Warnings about breaks of site.yaml that do not hold, from the commits of the folder. */
import { type Break, unannouncedBreaks } from '#domain/days/breaks.ts'
import { dayAt } from '#domain/days/zone.ts'
import type { ContentSettings } from '../../server/content/check-content.ts'
import { SITE_PATH } from '../../server/content/formats/site-file.ts'
import type { Problem } from '../../server/content/records.ts'
import { breaksOf } from '../../server/queries/site-record.ts'
import { CommandError } from './command-settings.ts'
import { snapshotOfClone } from './verify/clone-figures.ts'

/**
 * One warning for each such break, or a single one if the commits cannot be read.
 * @param text of site.yaml
 */
export async function breakWarnings(
  { contentDir, timeZone }: ContentSettings,
  { breaks, text }: { breaks: readonly Break[]; text: string },
): Promise<Problem[]> {
  try {
    const now = Date.now()
    const snapshot = await snapshotOfClone({ contentDir, timeZone, now })
    const today = dayAt(now, snapshot.site.time_zone)
    return unannouncedBreaks(breaks, { announced: breaksOf(snapshot), text, today })
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return [{ file: SITE_PATH, line: null, reason: error.message }]
  }
}
