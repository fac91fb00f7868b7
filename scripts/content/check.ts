/** `content check`: problems of content files, and warnings of what the site does not show. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { unannouncedBreaks } from '#domain/days/breaks.ts'
import { dayAt } from '#domain/days/zone.ts'
import { plural } from '#domain/texts/plural.ts'
import { type ContentCheck, checkContent } from '../../server/content/check-content.ts'
import { ContentError } from '../../server/content/formats/content-error.ts'
import { quoted } from '../../server/content/formats/fields.ts'
import { problemsOf } from '../../server/content/formats/parsed-file.ts'
import { SITE_PATH } from '../../server/content/formats/site-file.ts'
import { NO_HISTORY } from '../../server/content/index/build-snapshot.ts'
import { lazy } from '../../server/content/lazy.ts'
import { byLine, type Problem } from '../../server/content/problem.ts'
import { breaksOf } from '../../server/queries/site-record.ts'
import { runInstallHook } from '../hooks/hooks.ts'
import {
  CommandError,
  type CommandSettings,
  currentFolder,
  insideContent,
  requireFolder,
} from './command-settings.ts'
import { type CheckSources, linkWarnings } from './link-warnings.ts'
import { textWarnings } from './text-warnings.ts'
import { parseCall, UsageError } from './usage.ts'
import { snapshotOfClone } from './verify/clone-figures.ts'

/** Returns the exit status: 1 if there are problems. @throws UsageError, CommandError */
export async function runCheck(args: string[], settings: CommandSettings): Promise<number> {
  const { values, positionals } = parseCall('check', args, {
    json: { type: 'boolean' },
    'install-hook': { type: 'boolean' },
    prefix: { type: 'string' },
  })
  if (values['install-hook']) return runInstallHook(positionals, settings, values.prefix ?? '')
  if (values.prefix !== undefined) throw new UsageError('--prefix goes with --install-hook.')
  const { contentDir } = settings
  requireFolder(contentDir)
  const chosen = positionals.map((path) => insideContent(path, contentDir))
  const isChosen = (file: string) =>
    chosen.length === 0 || chosen.some((path) => path === '' || `${file}/`.startsWith(`${path}/`))
  const check = await checkContent(settings, isChosen)
  const { files, problems } = check
  const sources = {
    bytesOf: (path: string) => readFileSync(join(contentDir, path)),
    clone: lazy(() => snapshotOfClone({ ...settings, now: Date.now() })),
  }
  const warnings = [
    ...check.warnings,
    ...(await textWarnings(check, sources.bytesOf)),
    ...(await linkWarnings(check, settings, sources)),
    ...(await projectWarnings(check, sources)),
    ...(await breakWarnings(check, sources)),
  ].sort(byLine)
  if (values.json) console.log(JSON.stringify({ files, problems, warnings }, null, 2))
  else {
    const print = (prefix: string, { file, line, reason }: Problem) => {
      const place = relative(currentFolder(), join(contentDir, file))
      console.log(`${place}:${line ?? 1}: ${prefix}${reason}`)
    }
    for (const problem of problems) print('', problem)
    for (const warning of warnings) print('warning: ', warning)
    const counts = [plural(problems.length, 'problem')]
    if (warnings.length > 0) counts.push(plural(warnings.length, 'warning'))
    console.error(`${counts.join(' and ')} in ${plural(files, 'content file')}.`)
  }
  return problems.length === 0 ? 0 : 1
}

/** Posts that name a project that does not exist, and never did. */
async function projectWarnings(
  { strays }: ContentCheck,
  { bytesOf, clone }: CheckSources,
): Promise<Problem[]> {
  const { projectRenames } = strays.length > 0 ? await clone().catch(() => NO_HISTORY) : NO_HISTORY
  return strays.flatMap(({ path, project }) => {
    if (projectRenames.has(project ?? '')) return []
    const reason = `There is no project ${quoted(project)}.`
    const fault = new ContentError('project', reason, { isWarning: true })
    return problemsOf({ path, bytes: bytesOf(path) }, [fault])
  })
}

/** Breaks of site.yaml that do not hold; a single warning if the commits cannot be read. */
async function breakWarnings(
  { breaks }: ContentCheck,
  { bytesOf, clone }: CheckSources,
): Promise<Problem[]> {
  if (breaks.length === 0) return []
  try {
    const snapshot = await clone()
    const today = dayAt(Date.now(), snapshot.site.time_zone)
    const text = String(bytesOf(SITE_PATH))
    return unannouncedBreaks(breaks, { announced: breaksOf(snapshot), text, today })
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return [{ file: SITE_PATH, line: null, reason: error.message }]
  }
}
