/** Why content cannot be used as it is: thrown, so that the parsers read straight down. */

/** Keys and indexes from the top of a YAML value to a value in it. */
export type YamlPath = readonly (string | number)[]

/** A text, or a value in it, that cannot be used; the message is a sentence for the author. */
export class Fault extends Error {
  /** A 1-based line of the text, or the path of a value in its YAML; null for the whole. */
  readonly place: number | YamlPath | null

  constructor(place: number | string | YamlPath | null, reason: string) {
    super(reason)
    this.name = 'Fault'
    this.place = typeof place === 'string' ? [place] : place
  }
}

/**
 * What `read` gives; null where it throws a fault, which is noted instead.
 * @param within the path of the map that is read
 */
export function tolerate<T>(faults: Fault[], read: () => T, within: YamlPath = []): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { place, message } = error
    faults.push(new Fault(Array.isArray(place) ? [...within, ...place] : place, message))
    return null
  }
}

/** What `read` gives; null where it throws a fault. */
export function unlessFaulty<T>(read: () => T): T | null {
  return tolerate([], read)
}
