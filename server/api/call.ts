/** One call of the API: what it takes and answers, in words and schemas, and the handler beside it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { AnswerCache } from '../answers/answer-cache.ts'
import type { Auth } from '../auth/create-auth.ts'
import type { ContentStore } from '../content/store.ts'
import type { Repository } from '../git/repository.ts'
import type { MarkdownRenderer } from '../markdown/markdown-renderer.ts'
import type { PendingImages } from '../media/pending-images.ts'
import type { Generation } from '../queries/generation.ts'
import type { QueryContext } from '../queries/query-context.ts'
import type { SyncStatus } from './status.ts'

/** What the handlers work with. */
export interface ApiDeps {
  auth: Auth
  store: ContentStore
  repository: Pick<Repository, 'head' | 'state'>
  renderer: Pick<MarkdownRenderer, 'render'>
  images: Pick<PendingImages, 'add' | 'has' | 'read'>
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

export interface Call {
  tag: 'Posts' | 'Projects' | 'History' | 'Repair' | 'Site' | 'Login' | 'Health'
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Types of the body where it is not JSON, and how an app of its own reads it. */
  bodyTypes?: readonly string[]
  registerBody?(app: FastifyInstance): void
  data?: z.ZodType
  meta?: z.ZodType
  /** Of a success; 200 if absent. */
  statusCode?: 201 | 202
  /** What a 409 has beside `current` and `base`; `true` for the versions of a post or project. */
  conflict?: true | z.ZodType
  /** A create that an `Idempotency-Key` makes repeatable. */
  isKeyed?: true
  /** Never cached, although public. */
  isUncached?: true
  handle(request: FastifyRequest, reply: FastifyReply, deps: ApiDeps): unknown
}
