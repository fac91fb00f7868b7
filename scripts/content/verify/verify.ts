/** `content verify`: computes the record from a clone alone, and compares it with a running site. */
import { formatLongDay } from '#domain/days/day.ts'
import { isTimeZone } from '#domain/days/zone.ts'
import { formatDays } from '#domain/project.ts'
import { plural } from '#domain/texts/plural.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'
import type { ContentSettings } from '../../../server/content/check-content.ts'
import { requireFolder } from '../command-settings.ts'
import { parseCall, UsageError } from '../usage.ts'
import { type Figures, figuresOfClone } from './clone-figures.ts'
import { differencesOf, differenceText, figuresOfSite } from './site-figures.ts'
import { timesOf } from './times.ts'

const ADVICE =
  'Run git pull --ff-only, and verify again. If git refuses, this clone has own commits, or the history of the site was rewritten.'
const UNSIGNED = 'No signature was checked; --ca FILE names the certificates to trust.'

/** Returns the exit status: 0 the same, 1 different. @throws UsageError, CommandError */
export async function runVerify(
  args: string[],
  { contentDir, timeZone }: ContentSettings,
): Promise<number> {
  const { values, positionals } = parseCall('verify', args, {
    site: { type: 'string' },
    time: { type: 'boolean' },
    ca: { type: 'string' },
    witness: { type: 'string' },
    json: { type: 'boolean' },
  })
  const { time: checksTimes = false, ca, witness } = values
  if (!checksTimes && (ca ?? witness) !== undefined) {
    throw new UsageError('--ca and --witness go with --time.')
  }
  if (positionals.length > 0) {
    throw new UsageError('The clone is named by CONTENT_DIR, the site by --site.')
  }
  const site = values.site?.replace(/\/+$/, '') ?? null
  if (site !== null && !isTypedWebAddress(site)) {
    const fault = 'is no address that begins with http:// or https://.'
    throw new UsageError(`'${values.site}' ${fault}`)
  }
  requireFolder(contentDir)
  const siteFigures = site === null ? null : await figuresOfSite(site)
  // The one claim of the site that is used: days are counted in its time zone.
  const { time_zone: claimed }: { time_zone?: unknown } = siteFigures?.streak ?? {}
  const siteZone = typeof claimed === 'string' && isTimeZone(claimed) ? claimed : null
  const place = { contentDir, timeZone: timeZone ?? siteZone, now: Date.now() }
  const cloneFigures = await figuresOfClone(place)
  const differences = siteFigures === null ? [] : differencesOf(cloneFigures, siteFigures)
  const same = siteFigures === null ? null : differences.length === 0
  const { record, streak } = cloneFigures
  const times = checksTimes
    ? await timesOf({ contentDir, zone: streak.time_zone, ca, witness, record })
    : null
  const { lines: proven = [], faults = [], proofs, entries } = times ?? {}
  const lines = [figuresText(cloneFigures), proven, faults, differences.map(differenceText)]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
  const json = { ...cloneFigures, same, differences, ...(times && { proofs, entries }) }
  console.log(values.json ? JSON.stringify(json, null, 2) : lines.join('\n\n'))
  if (values.json) for (const fault of faults) console.error(fault)
  if (checksTimes && ca === undefined) console.error(UNSIGNED)
  if (same) console.error(`The same as ${site}.`)
  if (same !== false) return faults.length > 0 ? 1 : 0
  console.error(`${ADVICE}\nDifferent from ${site} in ${plural(differences.length, 'thing')}.`)
  return 1
}

/** Lines of the figures; only `--json` has the entries of the record. */
function figuresText({ streak, heatmap, ledger, record }: Figures): string[] {
  const { today, time_zone, on_time_days = 0 } = streak
  const { slip_days_mean: mean, slip_days_max: max } = ledger
  const posted = heatmap.filter(({ count }) => count > 0)
  const late = heatmap.reduce((sum, day) => sum + (day.late ?? 0), 0)
  const slip = `${formatDays(Math.round((mean ?? 0) * 10) / 10)} on average, ${formatDays(max)} at most`
  return [
    `As of ${formatLongDay(today)}, days of ${time_zone}`,
    '',
    `Streak: ${formatDays(streak.current_streak)}, longest ${formatDays(streak.longest_streak)}, ${plural(streak.total_posts, 'post')}, ${plural(streak.failure_days, 'failure day')}`,
    `Logged on time: ${on_time_days} of the last 14 days`,
    `Heatmap: ${plural(posted.length, 'day')} with posts, ${plural(late, 'post')} logged later`,
    `Promises: ${ledger.kept_first} kept on the first date, ${ledger.kept_moved} after moving it, ${ledger.missed} missed, ${ledger.given_up} given up, ${ledger.open} open`,
    ...(mean === null ? [] : [`Slip: ${slip}`]),
    `Record: ${record.length} ${record.length === 1 ? 'entry' : 'entries'}; --json has them`,
  ]
}
