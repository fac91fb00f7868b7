/**
 * `content verify`: the streak, the heatmap, the ledger and the record, worked out from a clone
 * alone, and compared with those of a running site.
 */
import { isTimeZone } from '#domain/days/zone.ts'
import { cleanLine } from '#domain/texts/control-characters.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'
import type { CheckedContent } from '../../../server/content/check-content.ts'
import { GitFailure } from '../../../server/git/objects/git-process.ts'
import { BareRepositoryError } from '../../../server/git/objects/repository-paths.ts'
import { counted } from '../../../server/log-lines.ts'
import { PlaceError, requireFolder } from '../place.ts'
import { parseCall, UsageError } from '../usage.ts'
import { type CloneFigures, figuresOfClone } from './clone-figures.ts'
import { type Difference, differencesOf } from './differences.ts'
import { differenceText, figuresText } from './figures-text.ts'
import { figuresOfSite, type SiteFigures } from './site-figures.ts'

const EXIT_DIFFERENT = 1

/** Returns the exit status: 0 the same, 1 different. @throws UsageError, PlaceError */
export async function runVerify(args: string[], settings: CheckedContent): Promise<number> {
  const { values, positionals } = parseCall('verify', args, {
    site: { type: 'string' },
    json: { type: 'boolean' },
  })
  if (positionals.length > 0) {
    throw new UsageError('The clone is named by CONTENT_DIR, the site by --site.', 'verify')
  }
  const site = values.site?.replace(/\/+$/, '') ?? null
  if (site !== null && !isTypedWebAddress(site)) {
    throw new UsageError(
      `'${values.site}' is no address that begins with http:// or https://.`,
      'verify',
    )
  }
  requireFolder(settings.contentDir)
  const there = site === null ? null : await figuresOfSite(site)
  const clone = await figuresOfClone({
    contentDir: settings.contentDir,
    timeZone: settings.timeZone ?? zoneOf(there),
    now: Date.now(),
  }).catch(toldByGit)
  try {
    const differences = there === null ? [] : differencesOf(clone.figures, there)
    if (values.json) printJson(clone, differences, there !== null)
    else for (const line of figuresText(clone.figures)) console.log(line)
    if (there === null || site === null) return 0
    for (const note of await notesOf(clone, there, differences)) console.error(note)
    if (!values.json) console.log()
    if (!values.json) for (const difference of differences) console.log(differenceText(difference))
    const count = differences.length
    const told = count === 1 ? 'in 1 thing' : `in ${count} things`
    console.error(count === 0 ? `The same as ${site}.` : `Different from ${site} ${told}.`)
    return count === 0 ? 0 : EXIT_DIFFERENT
  } finally {
    await clone.close()
  }
}

function printJson(
  { figures }: CloneFigures,
  differences: readonly Difference[],
  isCompared: boolean,
) {
  const same = isCompared ? differences.length === 0 : null
  console.log(JSON.stringify({ ...figures, same, differences }, null, 2))
}

/** A zone is the site's own choice: days are counted in it, and the note says where it differs. */
function zoneOf(there: SiteFigures | null): string | null {
  const zone = there?.streak.time_zone
  return typeof zone === 'string' && isTimeZone(zone) ? zone : null
}

/** What explains differences, each in one line. */
async function notesOf(
  { ownZone, missing }: CloneFigures,
  { streak, record }: SiteFigures,
  differences: readonly Difference[],
): Promise<string[]> {
  const notes: string[] = []
  if (ownZone !== null && streak.time_zone !== ownZone) {
    notes.push(
      cleanLine(`The site counts days in ${streak.time_zone}, its site.yaml names ${ownZone}.`),
    )
  }
  if (differences.length === 0) return notes
  const lacking = await missing(record.map(({ commit }) => String(commit)))
  const count = counted(lacking.length, 'commit')
  const ahead = lacking.length > 0 ? `The site has ${count} that this clone does not have. ` : ''
  notes.push(
    `${ahead}Run git pull --ff-only, and verify again; if it is refused, the history of this clone was rewritten.`,
  )
  return notes
}

function toldByGit(error: unknown): never {
  if (error instanceof GitFailure || error instanceof BareRepositoryError) {
    throw new PlaceError(cleanLine(error.message))
  }
  throw error
}
