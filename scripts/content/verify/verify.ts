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
import { GitError } from '../git.ts'
import { PlaceError, requireFolder } from '../place.ts'
import { parseCall, UsageError } from '../usage.ts'
import { figuresOfClone } from './clone-figures.ts'
import { differencesOf } from './differences.ts'
import { differenceText, figuresText } from './figures-text.ts'
import { figuresOfSite, type SiteFigures } from './site-figures.ts'

const EXIT_DIFFERENT = 1
const ADVICE =
  'Run git pull --ff-only, and verify again; if it is refused, the history of this clone was rewritten.'

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
  const here = await figuresOfClone({
    contentDir: settings.contentDir,
    timeZone: settings.timeZone ?? zoneOf(there),
    now: Date.now(),
  }).catch(reportGit)
  const differences = there === null ? [] : differencesOf(here, there)
  const same = there === null ? null : differences.length === 0
  const lines = figuresText(here)
  if (there !== null) lines.push('', ...differences.map(differenceText))
  const json = { ...here, same, differences }
  console.log(values.json ? JSON.stringify(json, null, 2) : lines.join('\n').trimEnd())
  if (there === null) return 0
  if (!same) console.error(ADVICE)
  const count = differences.length === 1 ? '1 thing' : `${differences.length} things`
  console.error(same ? `The same as ${site}.` : `Different from ${site} in ${count}.`)
  return same ? 0 : EXIT_DIFFERENT
}

/** A zone is the site's own choice: days are counted in it. */
function zoneOf(there: SiteFigures | null): string | null {
  const zone = there && 'time_zone' in there.streak ? there.streak.time_zone : null
  return typeof zone === 'string' && isTimeZone(zone) ? zone : null
}

function reportGit(error: unknown): never {
  if (
    error instanceof GitFailure ||
    error instanceof GitError ||
    error instanceof BareRepositoryError
  ) {
    throw new PlaceError(cleanLine(error.message))
  }
  throw error
}
