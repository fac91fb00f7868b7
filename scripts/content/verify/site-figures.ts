/** The figures that a running site answers. What it sends is compared, never trusted. */
import { PlaceError } from '../place.ts'

type Json = Record<string, unknown>

export interface SiteFigures {
  streak: Json
  heatmap: Json[]
  ledger: Json
  /** Newest first. */
  record: Json[]
}

const ANSWER_MS_MAX = 30_000
/** Pages of the record, of 100 entries each. */
const PAGES_MAX = 5_000

/** @param site its address, without a slash at its end @throws PlaceError when it does not answer */
export async function figuresOfSite(site: string): Promise<SiteFigures> {
  const streak = await ask(site, '/posts/streak')
  const heatmap = await ask(site, '/posts/heatmap')
  const ledger = await ask(site, '/deadlines/ledger')
  if (ledger.data === null) throw new PlaceError(pending(site))
  return {
    streak: objectOf(streak.data, site),
    heatmap: listOf(heatmap.data, site),
    ledger: objectOf(ledger.data, site),
    record: await wholeRecord(site),
  }
}

async function wholeRecord(site: string): Promise<Json[]> {
  const entries: Json[] = []
  let cursor: string | null = null
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { data, meta } = await ask(site, `/record?limit=100${after}`)
    entries.push(...listOf(data, site))
    const next = objectOf(meta, site).next_cursor
    if (typeof next !== 'string' || next === cursor) return entries
    cursor = next
  }
  throw new PlaceError(`The record of ${site} has no end.`)
}

async function ask(site: string, path: string): Promise<Json> {
  const address = `${site}/api${path}`
  const signal = AbortSignal.timeout(ANSWER_MS_MAX)
  const answer = await fetch(address, { signal }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new PlaceError(`${site} does not answer: ${why}`)
  })
  const json: unknown = await answer.json().catch(() => null)
  if (answer.status === 503 && isObject(json) && json.code === 'history_pending') {
    throw new PlaceError(pending(site))
  }
  if (!answer.ok) throw new PlaceError(`${address} answers with status ${answer.status}.`)
  return objectOf(json, site)
}

const pending = (site: string) => `${site} is still reading its history. Try again in a moment.`

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectOf(value: unknown, site: string): Json {
  if (isObject(value)) return value
  throw new PlaceError(`${site} does not answer as a site of G.A.P. does.`)
}

function listOf(value: unknown, site: string): Json[] {
  if (Array.isArray(value) && value.every(isObject)) return value
  throw new PlaceError(`${site} does not answer as a site of G.A.P. does.`)
}
