/** Drafts the review of a week through the same door as every post, once for each week. */
import { addDays } from '#domain/days/day.ts'
import { mondayOf, type Week, weekOf } from '#domain/days/week.ts'
import { dayAt } from '#domain/days/zone.ts'
import { AppError, BadRequestError } from '../../../errors.ts'
import type { Repository } from '../../../git/repository.ts'
import { Line } from '../../../workers/line.ts'
import { clashKey } from '../../files/content-paths.ts'
import { idFromTitle } from '../../formats/post-id.ts'
import { readProjectChanges } from '../../history/project-changes.ts'
import type { LiveContent } from '../../live-content.ts'
import type { PostRecord } from '../../records.ts'
import type { PostInput, Saved } from '../../store.ts'
import { composeReview } from './compose-review.ts'
import { reviewWeek } from './week-review.ts'

interface ReviewDeps {
  repository: Repository
  live: LiveContent
  now: () => number
  createPost(input: PostInput): Promise<Saved<PostRecord>>
}

type SavedReview = Saved<PostRecord> & { exists: boolean }

export class ReviewWrites {
  readonly #deps: ReviewDeps
  /** One after another: two clicks at once must not make two. */
  readonly #line = new Line()

  constructor(deps: ReviewDeps) {
    this.#deps = deps
  }

  createReview(week: Week | null): Promise<SavedReview> {
    return this.#line.run(() => this.#write(week))
  }

  async #write(week: Week | null): Promise<SavedReview> {
    const { repository, live, now, createPost } = this.#deps
    const { allPosts, projects, site, facts } = live.snapshot()
    const today = dayAt(now(), site.time_zone)
    const monday = mondayOf(week ?? weekOf(addDays(today, -1)))
    if (monday === null) {
      throw new BadRequestError(`There is no week '${week}'; write it as 2026-W47.`)
    }
    if (monday > today) throw new BadRequestError('That week has not begun yet.')
    const changes = await readProjectChanges(repository)
    const reviewed = { posts: allPosts, projects, changes, facts, now: now(), site }
    const post = composeReview(reviewWeek(monday, reviewed))
    const id = idFromTitle(post.title, today)
    const existing = live.snapshot().posts.get(id)
    if (existing) return { value: existing, commit: null, merged: false, exists: true }
    if (live.hasId(clashKey({ kind: 'post', id }))) {
      throw new AppError(
        409,
        'unreadable_file',
        `There is a review of that week already, '${id}', but its file cannot be read. Repair it first.`,
      )
    }
    return { ...(await createPost(post)), exists: false }
  }
}
