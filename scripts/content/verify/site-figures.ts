/** Reads the figures of a running site. Its answers are validated and compared, not trusted. */
import { z } from 'zod'
import { CommandError } from '../command-settings.ts'

const FIELDS = z.record(z.string(), z.unknown())
const ANSWER = z.object({
  data: z.union([FIELDS, z.array(FIELDS)]),
  meta: z.object({ next_cursor: z.string().nullish() }).optional(),
})
const FAILURE = z.object({ error: z.string() })
const ANSWER_MS_MAX = 30_000

export interface SiteFigures {
  streak: object
  heatmap: object[]
  ledger: object
  /** Newest first. */
  record: object[]
}

/** @param site address without a trailing slash @throws CommandError without a valid answer */
export async function figuresOfSite(site: string): Promise<SiteFigures> {
  const record: object[] = []
  const seen = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null && !seen.has(cursor); ) {
    seen.add(cursor)
    const { data, meta } = await ask(site, `/record?limit=100${cursor && `&cursor=${cursor}`}`)
    record.push(...[data].flat())
    cursor = meta?.next_cursor ? encodeURIComponent(meta.next_cursor) : null
  }
  return {
    streak: (await ask(site, '/posts/streak')).data,
    heatmap: [(await ask(site, '/posts/heatmap')).data].flat(),
    ledger: (await ask(site, '/deadlines/ledger')).data,
    record,
  }
}

async function ask(site: string, path: string): Promise<z.infer<typeof ANSWER>> {
  const address = `${site}/api${path}`
  const signal = AbortSignal.timeout(ANSWER_MS_MAX)
  const answer = await fetch(address, { signal }).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error
    throw new CommandError(`${site} does not answer: ${message}`)
  })
  const json: unknown = await answer.json().catch(() => null)
  if (!answer.ok) {
    const { error = '' } = FAILURE.safeParse(json).data ?? {}
    throw new CommandError(`${address} answers with status ${answer.status}. ${error}`.trim())
  }
  const { data: read } = ANSWER.safeParse(json)
  if (read) return read
  throw new CommandError(`${site} does not answer as a site of G.A.P. does.`)
}
