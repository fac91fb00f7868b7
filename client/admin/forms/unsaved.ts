/**
 * The unsaved text of each form: in localStorage under `draft:…`, written at each change, until it
 * is saved or discarded. Only what differs from the saved version is stored, so a field that is new
 * to the program has its saved value.
 */
import { readStored, store } from '../../state/stored.ts'

const PREFIX = 'draft:'
const FORMAT = 1

interface Unsaved<Fields> {
  format: typeof FORMAT
  /** Milliseconds since 1970. */
  at: number
  /** The version that the writing began with; null for something new. */
  revision: string | null
  /** Names what a create makes, over retries and reloads. */
  createKey: string
  changes: Partial<Fields>
}

/** The unsaved text of a form, by its name as `post:new`; null without one. */
export function readUnsaved<Fields>(name: string): Unsaved<Fields> | null {
  try {
    // Written below; another format is of another version of the program.
    const unsaved = JSON.parse(readStored(PREFIX + name) ?? 'null') as Unsaved<Fields> | null
    return unsaved?.format === FORMAT ? unsaved : null
  } catch {
    return null
  }
}

/** Stores it, or forgets it with null; false where this browser cannot. */
export function keepUnsaved<Fields>(
  name: string,
  unsaved: Pick<Unsaved<Fields>, 'revision' | 'createKey' | 'changes'> | null,
): boolean {
  const text = unsaved && JSON.stringify({ format: FORMAT, at: Date.now(), ...unsaved })
  return store(PREFIX + name, text)
}

/** Names of the forms of a kind, as `post`, that have an unsaved text. */
export function unsavedNames(kind: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(`${PREFIX}${kind}:`))
      .map((key) => key.slice(PREFIX.length))
  } catch {
    return []
  }
}

/** A name for something that is to be created, unlike any other. */
export function newCreateKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`
}
