/**
 * What a page carries to its browser: the answers it was made from. Rendered html is not sent
 * twice: `leanInitialData` leaves out what already stands in the document inside
 * `[data-html="<post id>"]`, and `fillInitialData` reads it back before hydration.
 */
import type { Answer } from '#domain/answers/public-answers.ts'
import type { Day } from '#domain/days/day.ts'
import type { Site } from '#domain/site.ts'

/** A read that failed on the server, as the browser's query store keeps it. */
export interface QueryFailure {
  statusCode: number
  /** A sentence for a person. */
  error: string
}

export interface InitialData {
  /** Names the build of the browser's files. */
  build: string
  /** Today in the site's zone. */
  today: Day
  site: Site
  /** The site's own address without a trailing slash, for canonical links. */
  siteUrl: string
  /** By query path. */
  answers: Record<string, Answer<unknown, unknown>>
  /** By query path; `/posts/by-id/x` with 404 for an unknown post. */
  failures?: Record<string, QueryFailure>
}

/** Where the about page's text stands; posts have their id. */
export const ABOUT_HTML_ID = 'about'

/** The parts of an answer that hold rendered text: posts and the about page. */
interface Rendered {
  id?: string
  html?: string | null
  content?: string
}

/** What the site's own answers may hold: one post, a list of posts, the about page. */
function renderedParts(data: unknown): Rendered[] {
  if (Array.isArray(data)) return data.filter(isRendered)
  return isRendered(data) ? [data] : []
}

function isRendered(value: unknown): value is Rendered {
  return typeof value === 'object' && value !== null && 'html' in value
}

/**
 * The initial data without the html that `markup` (the page's rendered body) shows, and without the
 * markdown of posts, which no public screen reads.
 */
export function leanInitialData(initial: InitialData, markup: string): InitialData {
  const answers = Object.entries(initial.answers).map(([path, answer]) => [
    path,
    renderedParts(answer.data).length === 0
      ? answer
      : { ...answer, data: lean(answer.data, markup) },
  ])
  return { ...initial, answers: Object.fromEntries(answers) }
}

function lean(data: unknown, markup: string): unknown {
  if (Array.isArray(data))
    return data.map((part) => (isRendered(part) ? leanPart(part, markup) : part))
  return isRendered(data) ? leanPart(data, markup) : data
}

function leanPart(part: Rendered, markup: string): Rendered {
  const shown = markup.includes(`data-html="${part.id ?? ABOUT_HTML_ID}"`)
  return {
    ...part,
    ...(shown ? { html: null } : {}),
    ...(part.content === undefined ? {} : { content: '' }),
  }
}

/** Puts the html back that `leanInitialData` left out; `htmlOf` reads it from the document. */
export function fillInitialData(initial: InitialData, htmlOf: (id: string) => string | null): void {
  for (const answer of Object.values(initial.answers)) {
    for (const part of renderedParts(answer.data)) {
      if (part.html === null) part.html = htmlOf(part.id ?? ABOUT_HTML_ID)
    }
  }
}
