/** A public read: description, schemas, and the function of a snapshot, for the API and pages. */
import type * as z from 'zod'
import { splitUrl } from '#domain/addresses.ts'
import { text } from '#domain/answers/parts.ts'
import type { Answer } from '#domain/answers/public-answers.ts'
import { BadRequestError, NotFoundError } from '../errors.ts'
import type { PostList } from './list-text.ts'
import type { QueryContext } from './query-context.ts'

export type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** Description and input schemas of any call, for validation and the OpenAPI document. */
export interface CallShape<Params, Query> {
  summary: string
  params?: Params
  /** An option may be repeated if its schema is a list. */
  query?: Query
  data?: z.ZodType
  meta?: z.ZodType
}

export interface ReadInput<Params, Query> {
  params: Output<Params>
  query: Output<Query>
  context: QueryContext
}

interface ReadOf<Params, Query> extends CallShape<Params, Query> {
  answer(
    input: ReadInput<Params, Query>,
  ): Answer<unknown, unknown> | Promise<Answer<unknown, unknown>>
  /** The posts of a list read: a long list is streamed. */
  list?(input: ReadInput<Params, Query>): PostList
  /** Revision of the file, for reads of one file. */
  revision?(input: ReadInput<Params, Query>): string
  /** Redirect target when the answer is 404, or null. */
  moved?(input: ReadInput<Params, Query>): string | null
  /** Headers of an answer that is never cached, although it needs no login. */
  uncachedHeaders?: Readonly<Record<string, string>>
}

type Fields = z.ZodObject | undefined
/** A read with its types erased; its input was checked by its schemas. */
export type PublicRead = ReadOf<Fields, Fields>

/** Whether a call is a read, which has no body and no conflicts. */
export function isRead(call: object): call is PublicRead {
  return 'answer' in call
}

/** Defines a read; `answer` gets the output of its schemas. */
export function defineRead<Params extends Fields = undefined, Query extends Fields = undefined>(
  row: ReadOf<Params, Query>,
): PublicRead {
  return row as unknown as PublicRead // its functions get what the row's own schemas have checked
}

/** Parses the params of a path. @throws NotFoundError for invalid ones */
export function checkParams(schema: Fields, params: unknown): Record<string, unknown> | undefined {
  const checked = schema?.safeParse(params)
  if (checked?.success === false) throw new NotFoundError(checked.error.issues[0]?.message)
  return checked?.data
}

/** Parses the query string of an address. @throws BadRequestError */
export function checkQuery(schema: Fields, address: string): Record<string, unknown> | undefined {
  if (schema === undefined) return undefined
  const { search: options } = splitUrl(address)
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    const all = options.getAll(name)
    const isRepeatable = field.safeParse([]).success
    if (all.length > 1 && !isRepeatable) {
      throw new BadRequestError(`"${name}" is given more than once.`)
    }
    if (all.length > 0) values[name] = isRepeatable ? all : all[0]
  }
  const checked = schema.safeParse(values)
  if (!checked.success) throw new BadRequestError(checked.error.issues[0]?.message ?? '')
  return checked.data
}

/** An optional option, null when absent. @param parse throws BadRequestError */
export function optionalParam<Value>(parse: (value: string) => Value) {
  return text.optional().transform((value) => (value === undefined ? null : parse(value)))
}

/** A cursor: a text in base64url, null when absent. @param pattern of the text */
export function cursorParam(pattern: RegExp) {
  return optionalParam((cursor) => {
    const text = Buffer.from(cursor, 'base64url').toString()
    if (pattern.test(text)) return text
    throw new BadRequestError('The cursor is not one that this site gave out.')
  }).describe('`meta.next_cursor` of the previous page')
}

export const formatCursor = (text: string): string => Buffer.from(text).toString('base64url')

/** One of the words; null when absent or empty. */
export function wordParam<Word extends string>(name: string, words: readonly Word[]) {
  return optionalParam((value) => {
    const match = words.find((word) => word === value)
    if (match !== undefined || value === '') return match ?? null
    throw new BadRequestError(`The ${name} must be one of ${words.join(', ')}.`)
  }).describe(`One of ${words.join(', ')}`)
}
