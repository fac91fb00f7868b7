/** Every call of the API, one row each: method, address, guard, call. */
import type { HTTPMethods } from 'fastify'
import type { ReservedPostId } from '#domain/post.ts'
import { pathsOf, QUERIES } from '../queries/queries.ts'
import type { PublicRead } from '../queries/read.ts'
import type { Call } from './call.ts'
import * as history from './history.ts'
import { readPendingImage, uploadImage } from './media.ts'
import { listAdminPosts } from './posts/admin-list.ts'
import * as writes from './posts/post-calls.ts'
import { listTagUses, renameTag, resetTags } from './posts/tags.ts'
import * as projects from './projects.ts'
import * as repair from './repair.ts'
import { login, logout } from './session.ts'
import { readAlive, readReady, readStatus } from './status.ts'
import { takeWebhook } from './webhook.ts'

type Guard = 'visitor' | 'admin'

export type CallRow = readonly [HTTPMethods, string, Guard, Call | PublicRead]

/** All except the public reads. `{by-id/}` is optional. */
const ROWS = [
  ['POST', '/api/auth/login', 'visitor', login],
  ['POST', '/api/auth/logout', 'admin', logout],

  ['GET', '/api/posts/admin', 'admin', listAdminPosts],
  ['GET', '/api/posts/deleted', 'admin', history.listDeletedPosts],
  ['POST', '/api/posts', 'admin', writes.createPost],
  ['POST', '/api/posts/preview', 'admin', writes.previewPost],
  ['POST', '/api/posts/tags/reset', 'admin', resetTags],
  ['PUT', '/api/posts/{by-id/}:id', 'admin', writes.updatePost],
  ['POST', '/api/posts/{by-id/}:id/rename', 'admin', writes.renamePost],
  ['PATCH', '/api/posts/{by-id/}:id/featured', 'admin', writes.featurePost],
  ['DELETE', '/api/posts/{by-id/}:id', 'admin', writes.deletePost],
  ['POST', '/api/posts/{by-id/}:id/preview-link', 'admin', writes.createPreviewLink],
  ['DELETE', '/api/posts/{by-id/}:id/preview-link', 'admin', writes.revokePreviewLinks],

  ['GET', '/api/tags', 'admin', listTagUses],
  ['PATCH', '/api/tags', 'admin', renameTag],
  ['POST', '/api/media', 'admin', uploadImage],
  ['GET', '/api/media/:year/:name', 'admin', readPendingImage],

  ['GET', '/api/history', 'admin', history.listHistory],
  ['GET', '/api/history/:commit', 'admin', history.readPostAt],
  ['POST', '/api/history/:commit/revert', 'admin', history.revertCommit],

  ['POST', '/api/deadline-projects', 'admin', projects.createProject],
  ['PATCH', '/api/deadline-projects/:id', 'admin', projects.updateProject],

  ['GET', '/api/files', 'admin', repair.readFile],
  ['PUT', '/api/files', 'admin', repair.saveFile],
  ['GET', '/api/files/site', 'admin', repair.listSiteFiles],
  ['GET', '/api/conflicts', 'admin', repair.listConflicts],
  ['GET', '/api/conflicts/:id', 'admin', repair.readConflict],
  ['POST', '/api/conflicts/:id/resolve', 'admin', repair.resolveConflict],
  ['GET', '/api/displaced/:commit', 'admin', repair.readDisplaced],
  ['PATCH', '/api/displaced/:commit', 'admin', repair.discardDisplaced],
  ['POST', '/api/displaced/:commit/restore', 'admin', repair.restoreDisplaced],

  ['GET', '/api/status', 'admin', readStatus],
  ['POST', '/api/git/webhook', 'visitor', takeWebhook],
  ['GET', '/healthz', 'visitor', readAlive],
  ['GET', '/readyz', 'visitor', readReady],
] as const satisfies readonly CallRow[]

/** Every call, one row for each address. */
export const CALLS: readonly CallRow[] = [
  ...QUERIES.map(([path, read]) => ['GET', `/api${path}`, 'visitor', read] as const),
  ...ROWS,
].flatMap(([method, path, guard, call]) =>
  pathsOf(path).map((address) => [method, address, guard, call] as const),
)

type Path = `/api${(typeof QUERIES)[number][0]}` | (typeof ROWS)[number][1]
/** A word in the position of a post's id: `tags` of `/api/posts/tags/reset`. */
type WordOf<Address> = Address extends `/api/posts/${infer Rest}`
  ? Rest extends `${':' | '{'}${string}`
    ? never
    : Rest extends `${infer Word}/${string}`
      ? Word
      : Rest
  : never
/** Fails to compile if such a word is not reserved. */
true satisfies WordOf<Path> extends ReservedPostId ? true : never
