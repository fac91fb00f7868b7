/** Errors of content, thrown so that parsers need no branches. */

/** Keys and indexes from the root of a YAML document to a value. */
export type YamlPath = readonly (string | number)[]

/** An unusable text or value; the message is a sentence for the author. */
export class ContentError extends Error {
  /** A 1-based line of the text, or the path of a value in its YAML; null for the whole. */
  readonly position: number | YamlPath | null
  /** Whether the file is in order without the value, so that no check refuses it. */
  readonly isWarning: boolean

  constructor(
    position: number | string | YamlPath | null,
    reason: string,
    { isWarning = false }: { isWarning?: boolean } = {},
  ) {
    super(reason)
    this.name = 'ContentError'
    this.position = typeof position === 'string' ? [position] : position
    this.isWarning = isWarning
  }
}

/** Runs `read`; a ContentError is added and gives null. @param within path of the map being read */
export function collect<T>(
  errors: ContentError[],
  read: () => T,
  within: YamlPath = [],
  isWarning = false,
): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    const position = Array.isArray(error.position) ? [...within, ...error.position] : error.position
    errors.push(
      new ContentError(position, error.message, { isWarning: isWarning || error.isWarning }),
    )
    return null
  }
}

/** As `collect`, for what keeps nothing from being served. */
export function collectWarning<T>(errors: ContentError[], read: () => T, within?: YamlPath) {
  return collect(errors, read, within, true)
}

/** Runs `read`; null for a ContentError. */
export const orNull = <T>(read: () => T): T | null => collect([], read)
