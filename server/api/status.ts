/** Status of the site for the admin, and health checks. */
import * as z from 'zod'
import { type ProofState, type SyncState, siteStatusSchema } from '#domain/answers/admin-answers.ts'
import { unannouncedBreaks } from '#domain/days/breaks.ts'
import { SITE_PATH } from '../content/formats/site-file.ts'
import { conflictProblems } from '../content/writes/conflicts.ts'
import { breaksOf } from '../queries/site-record.ts'
import { defineCall } from './call.ts'

/** Without a remote. */
const SYNC_OFF: SyncState = {
  remote: null,
  state: 'off',
  ahead: 0,
  behind: 0,
  last_pull: null,
  last_push: null,
  error: null,
  files: [],
}

/** Without an authority. */
const PROOF_OFF: ProofState = { state: 'off', last_day: null, error: null }

export const readStatus = defineCall({
  summary: 'Status of content, repository and remote',
  data: siteStatusSchema,
  async handle({ request }, { store, sync, notices, proof, context }) {
    const { repository } = store
    const { snapshot, today } = context()
    const { allPosts, projects, problems, site } = snapshot
    const { breaks = [] } = site
    const file = breaks.length === 0 ? null : store.contentFiles.read(SITE_PATH)
    const text = file && 'bytes' in file ? file.bytes.toString() : ''
    const unannounced = unannouncedBreaks(breaks, { announced: breaksOf(snapshot), text, today })
    // A part that fails is left out: `repository.state` says why.
    const without =
      <T>(nothing: T) =>
      (error: unknown) => {
        request.log.warn({ err: error }, 'Part of the status could not be read')
        return nothing
      }
    const displacedOf = async () => repository.parts().displaced.list()
    const [commit, displaced] = await Promise.all([
      repository.head().catch(without(null)),
      displacedOf().catch(without([])),
    ])
    const { state, message } = repository.state()
    const data = {
      commit,
      posts: allPosts.length,
      projects: projects.length,
      problems: [...problems, ...conflictProblems(store), ...unannounced],
      displaced,
      repository: { state, message },
      sync: sync?.state() ?? SYNC_OFF,
      notices: notices.state,
      proof: proof?.state() ?? PROOF_OFF,
    }
    return { data }
  },
})

export const readAlive = defineCall({
  summary: 'The process is alive',
  data: z.object({ alive: z.literal(true) }),
  handle: () => ({ data: { alive: true } }),
})

export const readReady = defineCall({
  summary: 'Content is indexed and the repository usable',
  data: z.object({ ready: z.boolean() }),
  handle(_input, { store }) {
    // The server listens only once content is indexed.
    const isReady = store.repository.state().state === 'ok'
    return { data: { ready: isReady }, statusCode: isReady ? 200 : 503 }
  },
})
