/** What a page carries to its browser: the answers it was made from, as the API gives them. */
import type { Answer } from '#domain/answers/public-answers.ts'
import type { Day } from '#domain/days/day.ts'
import type { Site } from '#domain/site.ts'

/** A read that failed. */
export interface QueryFailure {
  /** 0 when no answer came. */
  statusCode: number
  /** A sentence for a person. */
  error: string
}

export interface InitialData {
  /** Today in the site's zone. */
  today: Day
  site: Site
  /** The site's own address without a trailing slash, for canonical links. */
  siteUrl: string
  /** By query path. */
  answers: Record<string, Answer<unknown, unknown>>
  /** By query path; `/posts/by-id/%2F` with 404 for any unknown post. */
  failures?: Record<string, QueryFailure>
}
