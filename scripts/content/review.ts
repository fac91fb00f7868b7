/** `content review`: the draft of a week's review, made from the work tree and the history. */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { addDays, type Day } from '#domain/days/day.ts'
import { dateAt } from '#domain/days/post-date.ts'
import { mondayOf, weekOf } from '#domain/days/week.ts'
import { dayAt } from '#domain/days/zone.ts'
import { type CheckedContent, openContent } from '../../server/content/check-content.ts'
import { clashKey } from '../../server/content/files/content-paths.ts'
import { composePostFile } from '../../server/content/formats/edits/compose-post-file.ts'
import { defaultSite } from '../../server/content/formats/parse-site-file.ts'
import { idFromTitle } from '../../server/content/formats/post-id.ts'
import { readProjectChanges } from '../../server/content/history/project-changes.ts'
import type { Snapshot } from '../../server/content/records.ts'
import { composeReview } from '../../server/content/writes/reviews/compose-review.ts'
import { reviewWeek } from '../../server/content/writes/reviews/week-review.ts'
import { makeFolder } from '../../server/prepare-folders.ts'
import { type OpenHistory, openHistory } from './open-history.ts'
import { historyOf } from './verify/clone-figures.ts'

/** Why no review is written, in one sentence. */
export class ReviewError extends Error {}

/**
 * Writes the review as a draft and returns its path.
 * @param review `week` as `2026-W47`; null for the one that yesterday was in, so that on a Monday
 *   it is the week that has just ended. `now` in milliseconds since 1970.
 * @throws ReviewError when there is no such week yet, or a review of it
 */
export async function writeReview(
  content: CheckedContent,
  { week, now }: { week: string | null; now: number },
): Promise<string> {
  const { contentDir } = content
  const { files, keeper } = openContent(content)
  keeper.applyListed(files.list().files)
  const timeZone = keeper.zone()
  const monday = mondayToReview(week, dayAt(now, timeZone))
  const opened = await openHistory(contentDir)
  try {
    const dates = await opened?.history.firstCommitDates(keeper.datelessPaths())
    await keeper.applyFirstCommits(dates ?? new Map())
    const changes = opened === null ? [] : await readProjectChanges(reading(opened))
    const defaults = defaultSite(timeZone)
    const site = { ...(keeper.records('site')[0] ?? defaults), time_zone: timeZone }
    const [posts, projects] = [keeper.records('post'), keeper.records('project')]
    const facts = opened && (await factsOf(opened, { allPosts: posts, site }))
    const review = reviewWeek(monday, { posts, projects, changes, facts, now, site })
    const post = composeReview(review)
    const { iso, day } = dateAt(now, timeZone)
    const id = idFromTitle(post.title, day)
    if (keeper.hasId(clashKey({ kind: 'post', id }))) {
      throw new ReviewError(`There is a review of that week already, the post '${id}'.`)
    }
    const path = join(contentDir, 'posts', day.slice(0, 4), `${id}.md`)
    makeFolder(dirname(path))
    writeFileSync(path, composePostFile(post, iso), { flag: 'wx' })
    return path
  } finally {
    await opened?.close()
  }
}

/** When posts were logged, where the streak depends on it; before the first commit nothing is. */
async function factsOf(opened: OpenHistory, content: Pick<Snapshot, 'allPosts' | 'site'>) {
  if (content.site.streak === 'all') return null
  const head = await opened.git.text(['rev-parse', '-q', '--verify', 'HEAD']).catch(() => null)
  return head === null ? null : (await historyOf(opened, head, content)).facts
}

function mondayToReview(week: string | null, today: Day): Day {
  const monday = mondayOf(week ?? weekOf(addDays(today, -1)))
  if (monday === null) throw new ReviewError(`There is no week '${week}'; write it as 2026-W47.`)
  if (monday > today) throw new ReviewError('That week has not begun yet.')
  return monday
}

function reading({ history }: OpenHistory): Parameters<typeof readProjectChanges>[0] {
  return {
    fileRevisions: (folder, since) => history.fileRevisions(folder, since),
    readRevision: (id) => history.readBlob(id),
  }
}
