/** One call of the API: description, schemas (for the input and the OpenAPI document), handler. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { NoticesState, ProofState, SyncState } from '#domain/answers/admin-answers.ts'
import { text } from '#domain/answers/parts.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import type { Auth } from '../auth/create-auth.ts'
import type { ContentStore } from '../content/content-store.ts'
import type { PendingImages } from '../media/pending-images.ts'
import type { QueryContext } from '../queries/query-context.ts'
import type { CallShape, Output } from '../queries/read.ts'

export interface ApiDeps {
  auth: Auth
  store: ContentStore
  images: Pick<PendingImages, 'add' | 'read' | 'waiting'>
  /** A new one for each answer. */
  context(): QueryContext
  answers: AnswerCache
  /** Null or absent without a remote. */
  sync?: { state(): SyncState; pull(): void } | null
  notices: { state: NoticesState }
  /** Null or absent without an authority. */
  proof?: { state(): ProofState } | null
  /** No webhook if null or absent. */
  webhookSecret?: string | null
}

/** The output of the call's schemas, and the request. */
interface Input<Params, Query, Body> {
  params: Output<Params>
  query: Output<Query>
  body: Output<Body>
  request: FastifyRequest
}

export interface CallAnswer {
  data: unknown
  meta?: object
  /** Default: `statusCode` of the call. */
  statusCode?: number
}

interface CallOf<Params, Query, Body> extends CallShape<Params, Query> {
  body?: Body
  /** Media types and parser of a body that is not JSON. */
  bodyTypes?: readonly string[]
  registerBody?(app: FastifyInstance): void
  /** In bytes; default 1 MiB. */
  bodyLimit?: number
  /** Status of a success; default 200. */
  statusCode?: 201 | 202
  /** Schema of a 409; `true` for versions of a post or project. */
  conflict?: true | z.ZodType
  /** Whether the call takes an `Idempotency-Key`. */
  isKeyed?: true
  handle(input: Input<Params, Query, Body>, deps: ApiDeps): CallAnswer | Promise<CallAnswer>
}

/** A call with its types erased; its input was checked by its schemas. */
export type Call = CallOf<z.ZodObject | undefined, z.ZodObject | undefined, z.ZodType | undefined>

/** Defines a call; `handle` gets the output of its schemas. */
export function defineCall<
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(row: CallOf<Params, Query, Body>): Call {
  return row as unknown as Call // `handle` gets input that the row's own schemas have checked
}

export const idParams = z.object({ id: text })
export const commitParams = z.object({
  commit: text.toLowerCase().regex(/^[0-9a-f]{40}$/, 'Commit not found'),
})
