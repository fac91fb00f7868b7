/**
 * The answers that a page is made of, by the same functions as the API's. `allAnswers` wants every
 * one, for pages that are kept; `whatAnswers` takes what there is, for the page of a failure.
 */
import type { Answer } from '#domain/answers/public-answers.ts'
import { HEATMAP_RANGES } from '#domain/days/heatmap.ts'
import { LIST_PAGE_SIZE } from '#domain/post.ts'
import { LEDGER_GROUPS } from '#domain/record/ledger.ts'
import { RECORD_KINDS } from '#domain/record/record-entry.ts'
import type { QueryFailure } from '../../client/start/initial-data.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { answerQuery, canonicalPath } from '../queries/queries.ts'
import type { QueryContext } from '../queries/query-context.ts'

export interface PageAnswers {
  /** By query path. */
  answers: Record<string, Answer<unknown, unknown>>
  /** By query path. */
  failures: Record<string, QueryFailure>
}

const FAULT_SENTENCE = 'Something went wrong. Please try again.'

/** Answers every query. @throws what the first that fails throws. */
export async function allAnswers(
  queries: readonly string[],
  context: QueryContext,
): Promise<PageAnswers> {
  const pairs = queries.map(async (path) => [path, await answerQuery(path, context)] as const)
  return { answers: Object.fromEntries(await Promise.all(pairs)), failures: {} }
}

/** Answers the queries that can be answered; faults of ours are logged. Never rejects. */
export async function whatAnswers(
  queries: readonly string[],
  context: QueryContext,
  log: Log,
): Promise<PageAnswers> {
  const { answers, failures }: PageAnswers = { answers: {}, failures: {} }
  for (const path of queries) {
    try {
      answers[path] = await answerQuery(path, context)
    } catch (error) {
      failures[path] = failureOf(error)
      if (!(error instanceof AppError)) log.error({ err: error, query: path }, 'A query failed')
    }
  }
  return { answers, failures }
}

/** The status of a page with these failures: what its first failed query says. */
export function statusOf(failures: PageAnswers['failures']): number {
  return Object.values(failures)[0]?.statusCode ?? 200
}

/**
 * Whether each option of a page's address is one that the site itself gives out, and no two are the
 * same: a tag as it is shown, a place in a list, a number of projects, a range, a kind of the
 * record. Pages with other options are made, but not kept: there is no end of them.
 */
export function isGivenOut(search: string, context: QueryContext): boolean {
  const options = [...new URLSearchParams(search)]
  const names = new Set(context.snapshot.tags.map(({ name }) => name))
  const isKnown = ([name, value]: [string, string]) => {
    if (name === 'tag') return names.has(value)
    if (name === 'kind') return RECORD_KINDS.some((kind) => kind === value)
    if (name === 'ledger') return LEDGER_GROUPS.some((group) => group === value)
    if (name === 'range') return HEATMAP_RANGES.some((range) => range === value)
    if (name === 'after') return isPlace(value, context)
    return isProjectCount(Number(value), context) && String(Number(value)) === value
  }
  return options.every(isKnown) && new Set(options.map(String)).size === options.length
}

/** How many projects 'Load more' leads to: whole parts, up to the one that shows the last. */
function isProjectCount(count: number, { snapshot }: QueryContext): boolean {
  const isPart = count > LIST_PAGE_SIZE && count % LIST_PAGE_SIZE === 0
  return isPart && count < snapshot.projects.length + LIST_PAGE_SIZE
}

function isPlace(cursor: string, context: QueryContext): boolean {
  const path = `/posts/public?${new URLSearchParams({ cursor })}`
  try {
    return canonicalPath(path, context) === path
  } catch {
    return false
  }
}

function failureOf(error: unknown): QueryFailure {
  return error instanceof AppError
    ? { statusCode: error.statusCode, error: error.message }
    : { statusCode: 500, error: FAULT_SENTENCE }
}
