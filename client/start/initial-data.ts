/** Data embedded in a page for hydration: the API answers that it was rendered from. */
import type { Answer } from '#domain/answers/public-answers.ts'
import type { Day } from '#domain/days/day.ts'
import type { Site } from '#domain/site.ts'

/** Failure of a query. */
export interface QueryFailure {
  /** 0 without an answer. */
  statusCode: number
  /** Message for the user. */
  error: string
}

export interface InitialData {
  /** Today in the site's zone. */
  today: Day
  site: Site
  /** The site's own address without a trailing slash, for canonical links. */
  siteUrl: string
  /** Answers by query path. */
  answers: Record<string, Answer<unknown, unknown>>
  /** Failures by query path; of any unknown post under the id `/` (hydrate.tsx). */
  failures?: Record<string, QueryFailure>
}
