/** Faults of content, thrown so that parsers need no branches. */

/** Keys and indexes from the root of a YAML document to a value. */
export type YamlPath = readonly (string | number)[]

/** An unusable text or value; the message is a sentence for the author. */
export class Fault extends Error {
  /** A 1-based line of the text, or the path of a value in its YAML; null for the whole. */
  readonly place: number | YamlPath | null
  /** Whether the file is in order without the value, so that no check refuses it. */
  readonly isWarning: boolean

  constructor(
    place: number | string | YamlPath | null,
    reason: string,
    { isWarning = false }: { isWarning?: boolean } = {},
  ) {
    super(reason)
    this.name = 'Fault'
    this.place = typeof place === 'string' ? [place] : place
    this.isWarning = isWarning
  }
}

/**
 * Runs `read`; a Fault is added to `faults` and gives null.
 * @param within path of the map being read
 */
export function tolerate<T>(faults: Fault[], read: () => T, within: YamlPath = []): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const { place, message } = error
    faults.push(new Fault(Array.isArray(place) ? [...within, ...place] : place, message, error))
    return null
  }
}

/** Runs `read`; null for a Fault. */
export function unlessFaulty<T>(read: () => T): T | null {
  return tolerate([], read)
}
