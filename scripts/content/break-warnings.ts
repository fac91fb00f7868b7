/** Warnings about breaks of site.yaml that do not hold, from the commits of the folder. */
import { type Break, unannouncedBreaks } from '#domain/days/breaks.ts'
import { dayAt } from '#domain/days/zone.ts'
import { SITE_PATH } from '../../server/content/formats/site-file.ts'
import type { Problem, Snapshot } from '../../server/content/records.ts'
import { breaksOf } from '../../server/queries/site-record.ts'
import { CommandError } from './command-settings.ts'

/**
 * One warning for each such break, or a single one if the commits cannot be read.
 * @param text of site.yaml @param clone reads the committed content
 */
export async function breakWarnings(
  { breaks, text }: { breaks: readonly Break[]; text: string },
  clone: () => Promise<Snapshot>,
): Promise<Problem[]> {
  try {
    const snapshot = await clone()
    const today = dayAt(Date.now(), snapshot.site.time_zone)
    return unannouncedBreaks(breaks, { announced: breaksOf(snapshot), text, today })
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return [{ file: SITE_PATH, line: null, reason: error.message }]
  }
}
