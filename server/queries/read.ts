/**
 * A public read: what it takes and answers, in words and schemas, and how it is worked out of a
 * snapshot. The API sends it, and pages ask the same function.
 */
import type * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import type { Answer } from '#domain/answers/public-answers.ts'
import { BadRequestError, NotFoundError } from '../errors.ts'
import type { PostList } from './list-text.ts'
import type { QueryContext } from './query-context.ts'

export type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** What a call of any kind says of itself for the OpenAPI document, and checks what it is asked. */
export interface CallShape<Params, Query> {
  tag: 'Posts' | 'Projects' | 'History' | 'Repair' | 'Site' | 'Login' | 'Health'
  summary: string
  params?: Params
  /** An option may be repeated where its schema takes a list. */
  query?: Query
  data?: z.ZodType
  meta?: z.ZodType
  /** Never cached, although public. */
  isUncached?: true
}

interface ReadInput<Params, Query> {
  params: Output<Params>
  query: Output<Query>
  context: QueryContext
}

interface ReadOf<Params, Query> extends CallShape<Params, Query> {
  answer(
    input: ReadInput<Params, Query>,
  ): Answer<unknown, unknown> | Promise<Answer<unknown, unknown>>
  /** The list of posts that it is: a long one is written out post by post. */
  list?(input: ReadInput<Params, Query>): PostList
  /** The revision of the one file that is asked for. */
  revision?(input: ReadInput<Params, Query>): string
  /** The path that has the answer where this one has none (any more), else null. */
  moved?(input: ReadInput<Params, Query>): string | null
  /** Beside those of every answer. */
  headers?: Readonly<Record<string, string>>
}

type Fields = z.ZodObject | undefined
/** A read of any schemas; it gets what these have checked. */
export type PublicRead = ReadOf<Fields, Fields>

/** A read that gets what its schemas make of the address. */
export function read<Params extends Fields = undefined, Query extends Fields = undefined>(
  row: ReadOf<Params, Query>,
): PublicRead {
  return row as unknown as PublicRead // its functions get what the row's own schemas have checked
}

/** The named parts of a path. @throws NotFoundError: an address that cannot be has nothing */
export function checkParams(schema: Fields, params: unknown): Record<string, unknown> | undefined {
  const checked = schema?.safeParse(params)
  if (checked?.success === false) throw new NotFoundError(checked.error.issues[0]?.message)
  return checked?.data
}

/** The options of an address. @throws BadRequestError */
export function checkQuery(schema: Fields, address: string): Record<string, unknown> | undefined {
  if (schema === undefined) return undefined
  const options = new URLSearchParams(address.split('?')[1])
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

/** An option that may be left out, null then. @param parse throws BadRequestError */
export function option<Value>(parse: (value: string) => Value) {
  return text.optional().transform((value) => (value === undefined ? null : parse(value)))
}
