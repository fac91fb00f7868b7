/** Differences between two computations of the record. */
import type { Figures } from './clone-figures.ts'
import type { SiteFigures } from './site-figures.ts'

export interface Difference {
  /** As `streak current_streak`, `heatmap 2026-11-20 count`, `record kept ship-v1 2026-11-20 day`. */
  what: string
  /** In the clone; null where it has none. */
  here: unknown
  /** On the site; null where it has none. */
  there: unknown
}

type Fields = Readonly<Record<string, unknown>>

/** Every difference, in the order of the figures. */
export function differencesOf(here: Figures, there: SiteFigures): Difference[] {
  const dayOf = ({ date }: Fields) => String(date)
  const entryOf = ({ day, kind, id }: Fields) => [day, kind, id].map(String).join(' ')
  return [
    ...between('streak', here.streak, there.streak),
    ...between('heatmap', byName(here.heatmap, dayOf), byName(there.heatmap, dayOf)),
    ...between('ledger', here.ledger, there.ledger),
    ...between('record', byName(here.record, entryOf), byName(there.record, entryOf)),
  ]
}

/** A member that is an object on both sides is looked into; other values are compared as they are. */
function between(what: string, here: object, there: object): Difference[] {
  const [own, other] = [new Map(Object.entries(here)), new Map(Object.entries(there))]
  return [...new Set([...own.keys(), ...other.keys()])].flatMap((name) => {
    const [left, right] = [own.get(name) ?? null, other.get(name) ?? null]
    const named = `${what} ${name}`
    if (isObject(left) && isObject(right)) return between(named, left, right)
    const isSame = JSON.stringify(left) === JSON.stringify(right)
    return isSame ? [] : [{ what: named, here: left, there: right }]
  })
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The items of a list by name, those of one name by their order. */
function byName(items: readonly object[], nameOf: (item: Fields) => string) {
  const times = new Map<string, number>()
  const named = items.map((item) => {
    const name = nameOf({ ...item })
    const time = (times.get(name) ?? 0) + 1
    times.set(name, time)
    return [time === 1 ? name : `${name} (${time})`, item] as const
  })
  return Object.fromEntries(named)
}
