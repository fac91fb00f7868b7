import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { AppError, NotFoundError, RepositoryError } from '../errors.ts'
import { handleApiError } from './error-handler.ts'

const WARN = 40
const ERROR = 50

it.each<[string, Error, number | null]>([
  [
    'a write that a lock refuses for now',
    new RepositoryError('repository_locked', 'Locked.'),
    WARN,
  ],
  ['a merge under way', new RepositoryError('repository_busy', 'Busy.'), WARN],
  ['too many searches', new AppError(503, 'search_busy', 'Busy.'), WARN],
  ['a full disk', new RepositoryError('storage_full', 'Full.'), ERROR],
  ['a commit of which nobody knows', new RepositoryError('outcome_unknown', 'Unknown.'), ERROR],
  ['a fault of ours', new TypeError('x is not a function'), ERROR],
  ['what is not there', new NotFoundError(), null],
])('logs %s at its level', async (_, thrown, level) => {
  const levels: number[] = []
  const stream = { write: (line: string) => levels.push(JSON.parse(line).level) }
  const app = Fastify({ logger: { level: 'warn', stream } })
  app.setErrorHandler(handleApiError)
  app.get('/', () => Promise.reject(thrown))
  await app.inject('/')
  await app.close()
  expect(levels).toEqual(level === null ? [] : [level])
})
