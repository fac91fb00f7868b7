/** The answers that a page is made of, by the same functions as the API's. */
import type { Answer } from '#domain/answers/public-answers.ts'
import type { QueryFailure } from '../../client/start/initial-data.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { answerQuery } from '../queries/queries.ts'
import type { QueryContext } from '../queries/query-context.ts'

export interface PageAnswers {
  /** By query path. */
  answers: Record<string, Answer<unknown, unknown>>
  /** By query path. */
  failures: Record<string, QueryFailure>
}

const FAULT_SENTENCE = 'Something went wrong. Please try again.'

/** Answers the queries of a page, each that can be answered. Faults of ours are logged. */
export async function pageAnswers(
  queries: readonly string[],
  context: QueryContext,
  log: Log,
): Promise<PageAnswers> {
  const page: PageAnswers = { answers: {}, failures: {} }
  const answerOne = async (path: string) => {
    try {
      page.answers[path] = await answerQuery(path, context)
    } catch (error) {
      page.failures[path] = failureOf(error)
      if (!(error instanceof AppError)) log.error({ err: error, query: path }, 'A query failed')
    }
  }
  await Promise.all(queries.map(answerOne))
  return page
}

/** The status of a page that these queries make: that of the first one that failed, else 200. */
export function statusOf(queries: readonly string[], { failures }: PageAnswers): number {
  const failed = queries.find((path) => failures[path] !== undefined)
  return failed === undefined ? 200 : (failures[failed]?.statusCode ?? 200)
}

function failureOf(error: unknown): QueryFailure {
  return error instanceof AppError
    ? { statusCode: error.statusCode, error: error.message }
    : { statusCode: 500, error: FAULT_SENTENCE }
}
