/** What two workings-out of the record differ in. */
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

/** Every difference, in the order of the figures. */
export function differencesOf(here: Figures, there: SiteFigures): Difference[] {
  return [
    ...inObject('streak', { ...here.streak }, there.streak),
    ...inList('heatmap', here.heatmap, there.heatmap, ({ date }) => String(date)),
    ...inObject('ledger', { ...here.ledger }, there.ledger),
    ...inList('record', here.record, there.record, nameOf),
  ]
}

function nameOf({ kind, id, day }: Readonly<Record<string, unknown>>): string {
  return [day, kind, id].map(String).join(' ')
}

type Fields = Readonly<Record<string, unknown>>

/** A member that is an object is looked into; lists and values are compared as they are. */
function inObject(what: string, here: Fields, there: Fields): Difference[] {
  const names = new Set([...Object.keys(here), ...Object.keys(there)])
  return [...names].flatMap((name) => {
    const [own, other] = [here[name] ?? null, there[name] ?? null]
    const named = `${what} ${name}`
    if (isObject(own) && isObject(other)) return inObject(named, own, other)
    const isSame = JSON.stringify(own) === JSON.stringify(other)
    return isSame ? [] : [{ what: named, here: own, there: other }]
  })
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Things are told apart by their names, those of one name by their order. */
function inList<Thing extends object>(
  what: string,
  here: readonly Thing[],
  there: readonly Fields[],
  nameOf: (thing: Fields) => string,
): Difference[] {
  const own = byName(
    here.map((thing) => ({ ...thing }) as Fields),
    nameOf,
  )
  const other = byName(there, nameOf)
  const differences: Difference[] = []
  for (const name of new Set([...own.keys(), ...other.keys()])) {
    const [left, right] = [own.get(name), other.get(name)]
    const named = `${what} ${name}`
    if (left && right) differences.push(...inObject(named, left, right))
    else differences.push({ what: named, here: left ?? null, there: right ?? null })
  }
  return differences
}

function byName(things: readonly Fields[], nameOf: (thing: Fields) => string) {
  const named = new Map<string, Fields>()
  const seen = new Map<string, number>()
  for (const thing of things) {
    const name = nameOf(thing)
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    named.set(times === 1 ? name : `${name} (${times})`, thing)
  }
  return named
}
