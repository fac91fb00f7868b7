/**
 * One call of the API: what it takes and answers, in words and schemas, and its handler. The schemas
 * check what comes in and make the OpenAPI document.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import type { AnswerCache } from '../answers/answer-cache.ts'
import type { Auth } from '../auth/create-auth.ts'
import type { ContentStore } from '../content/content-store.ts'
import type { Repository } from '../git/repository.ts'
import type { MarkdownRenderer } from '../markdown/markdown-renderer.ts'
import type { PendingImages } from '../media/pending-images.ts'
import type { Generation } from '../queries/generation.ts'
import type { QueryContext } from '../queries/query-context.ts'
import type { CallShape, Output } from '../queries/read.ts'
import type { SyncStatus } from './status.ts'

/** What the handlers work with. */
export interface ApiDeps {
  auth: Auth
  store: ContentStore
  repository: Pick<Repository, 'head' | 'state'>
  renderer: Pick<MarkdownRenderer, 'render'>
  images: Pick<PendingImages, 'add' | 'read'>
  generation(): Generation
  /** A new context for each answer. */
  contextOf(generation: Generation): QueryContext
  answers: AnswerCache
  /** The site's own address without a trailing slash. */
  siteUrl(): string
  /** Headers of every answer; cached ones go around the hooks that would set them. */
  securityHeaders: Readonly<Record<string, string>>
  /** How the repository stands to the remote; absent without one. */
  sync?: () => SyncStatus
  /** Null or absent: there is no webhook. */
  webhookSecret?: string | null
  /** Pulls in the background; many calls at once are one pull. */
  pull?: () => void
}

/** A request whose parts have the forms of the call's schemas. */
interface Input<Params, Query, Body> {
  params: Output<Params>
  query: Output<Query>
  body: Output<Body>
  request: FastifyRequest
}

export interface CallAnswer {
  data: unknown
  meta?: object
  /** That of the call if absent. */
  statusCode?: number
}

interface CallOf<Params, Query, Body> extends CallShape<Params, Query> {
  body?: Body
  /** Types of the body where it is not JSON, and how a separate app reads it. */
  bodyTypes?: readonly string[]
  registerBody?(app: FastifyInstance): void
  /** Bytes; 1 MiB if absent. */
  bodyLimit?: number
  /** Of a success; 200 if absent. */
  statusCode?: 201 | 202
  /** What a 409 has beside `current` and `base`; `true` for the versions of a post or project. */
  conflict?: true | z.ZodType
  /** A create that an `Idempotency-Key` makes repeatable. */
  isKeyed?: true
  handle(input: Input<Params, Query, Body>, deps: ApiDeps): CallAnswer | Promise<CallAnswer>
}

/** A call of any schemas; the frame hands its handler what these have checked. */
export type Call = CallOf<z.ZodObject | undefined, z.ZodObject | undefined, z.ZodType | undefined>

/** A call whose handler gets what its schemas make of the request. */
export function call<
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
