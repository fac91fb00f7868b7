/** Login and logout, what the admin must know of the site, and what watches over the process. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Auth } from '../auth/create-auth.ts'
import type { ContentStore } from '../content/store.ts'
import { conflictCopies } from '../content/writes/conflict-copies.ts'
import { BadRequestError } from '../errors.ts'
import type { SyncState } from '../git/remote/sync.ts'
import type { Repository } from '../git/repository.ts'
import { replyData } from './http/reply.ts'

/** How the repository stands to its remote. Times are ISO 8601. */
export type SyncStatus = Omit<SyncState, 'remote' | 'state'> & {
  remote: string | null
  state: SyncState['state'] | 'off'
}

/** Of a site without a remote. */
const SYNC_OFF: SyncStatus = {
  remote: null,
  state: 'off',
  ahead: 0,
  behind: 0,
  last_pull: null,
  last_push: null,
  error: null,
  files: [],
}

export interface SiteCallEdges {
  auth: Auth
  store: Pick<ContentStore, 'snapshot' | 'displaced' | 'conflicts'>
  repository: Pick<Repository, 'head' | 'state'>
  /** How it stands to the remote; without one, `SYNC_OFF`. */
  sync?: () => SyncStatus
}

/** Handlers of the login, the status and the health checks. */
export function createSiteCalls({ auth, store, repository, sync }: SiteCallEdges) {
  async function login(request: FastifyRequest, reply: FastifyReply) {
    return replyData(reply, await auth.login(passwordOf(request.body), request.ip))
  }

  async function logout(request: FastifyRequest, reply: FastifyReply) {
    await auth.logout(request)
    return replyData(reply, null)
  }

  async function readStatus(request: FastifyRequest, reply: FastifyReply) {
    const { allPosts, projects, problems } = store.snapshot()
    // What cannot be asked now is absent: the state beside it says why.
    const without =
      <T>(nothing: T) =>
      (error: unknown) => {
        request.log.warn({ err: error }, 'The status is not whole')
        return nothing
      }
    const [commit, displaced, conflicts] = await Promise.all([
      repository.head().catch(without(null)),
      store.displaced().catch(without([])),
      store.conflicts().catch(without([])),
    ])
    const { state, message } = repository.state()
    return replyData(reply, {
      commit,
      posts: allPosts.length,
      projects: projects.length,
      problems: [...problems, ...conflictCopies(allPosts)],
      displaced,
      repository: { state, message },
      // Copies are among the problems; these are what merges have left beside them.
      sync: {
        ...(sync?.() ?? SYNC_OFF),
        conflicts: conflicts.flatMap(({ file, copy }) => (copy === null ? [{ file, copy }] : [])),
      },
    })
  }

  async function readAlive(_request: FastifyRequest, reply: FastifyReply) {
    return replyData(reply, { alive: true })
  }

  async function readReady(_request: FastifyRequest, reply: FastifyReply) {
    // The store is only there once content is indexed.
    const isReady = repository.state().state === 'ok'
    return replyData(reply, { ready: isReady }, { statusCode: isReady ? 200 : 503 })
  }

  return { login, logout, readStatus, readAlive, readReady }
}

function passwordOf(body: unknown): unknown {
  if (body === undefined || body === null) return undefined
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new BadRequestError('The body must be a JSON object.')
  }
  return 'password' in body ? body.password : undefined
}
