/** The figures of a running site, validated and compared, not trusted, and how a clone differs. */
import { z } from 'zod'
import { cleanLine } from '#domain/texts/control-characters.ts'
import { CommandError } from '../command-settings.ts'
import type { Figures } from './clone-figures.ts'

const FIELDS = z.record(z.string(), z.unknown())
const ANSWER = z.object({
  data: z.union([FIELDS, z.array(FIELDS)]),
  meta: z.object({ next_cursor: z.string().nullish() }).optional(),
})
const FAILURE = z.object({ error: z.string() })
const ANSWER_MS_MAX = 30_000

interface SiteFigures {
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

interface Difference {
  /** Path, such as `streak current_streak` or `record kept ship-v1 2026-11-20 day`. */
  what: string
  /** Values in the clone and on the site; null without one. */
  here: unknown
  there: unknown
}

type Fields = Readonly<Record<string, unknown>>

/** All differences, in the order of the figures. */
export function differencesOf(clone: Figures, site: SiteFigures): Difference[] {
  return between('', namedParts(clone), namedParts(site))
}

function namedParts({ streak, heatmap, ledger, record }: SiteFigures) {
  const entryOf = ({ day, kind, id }: Fields) => [day, kind, id].filter(Boolean).join(' ')
  return {
    streak,
    heatmap: byName(heatmap, ({ date }) => String(date)),
    ledger,
    record: byName(record, entryOf),
  }
}

/** Compares two objects recursively; other values are compared as JSON. */
function between(path: string, clone: object, site: object): Difference[] {
  const [inClone, onSite] = [new Map(Object.entries(clone)), new Map(Object.entries(site))]
  return [...new Set([...inClone.keys(), ...onSite.keys()])].flatMap((name) => {
    const [here, there] = [inClone.get(name) ?? null, onSite.get(name) ?? null]
    const what = `${path} ${name}`.trim()
    if (isObject(here) && isObject(there)) return between(what, here, there)
    const isSame = JSON.stringify(here) === JSON.stringify(there)
    return isSame ? [] : [{ what, here, there }]
  })
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Items of a list by name; equal names are numbered. */
function byName(items: readonly object[], nameOf: (item: Fields) => string) {
  const named: Record<string, object> = {}
  for (const item of items) {
    const name = nameOf({ ...item })
    let own = name
    for (let time = 2; own in named; time += 1) own = `${name} (${time})`
    named[own] = item
  }
  return named
}

const VALUE_LENGTH_MAX = 200

/** A difference as a line of output. */
export function differenceText({ what, here, there }: Difference): string {
  const [own, other] = [here, there].map((value) => {
    const text = value === null ? 'none' : JSON.stringify(value)
    return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text
  })
  return cleanLine(`${what}: here ${own}, there ${other}`)
}
