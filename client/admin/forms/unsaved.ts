/** The unsaved texts of the panel's forms in this browser, one a form. */
import { readStored, store } from '../../state/stored.ts'
import type { Unsaved } from './form-state.ts'

const PREFIX = 'draft:'
const FORMAT = 1

interface Stored<Fields> extends Unsaved<Fields> {
  format: typeof FORMAT
  /** Milliseconds since 1970. */
  at: number
}

/** Unsaved text of a form by its name, such as `post:<id>`; null without one. */
export function readUnsaved<Fields>(name: string): Stored<Fields> | null {
  try {
    // Written by `storeUnsaved`; another format comes from another version of the program.
    const stored = JSON.parse(readStored(PREFIX + name) ?? 'null') as Stored<Fields> | null
    return stored?.format === FORMAT ? stored : null
  } catch {
    return null
  }
}

/** Stores an unsaved text, or with null removes it; false if storage is not available. */
export function storeUnsaved<Fields>(name: string, unsaved: Unsaved<Fields> | null): boolean {
  const stored = unsaved && JSON.stringify({ format: FORMAT, at: Date.now(), ...unsaved })
  return store(PREFIX + name, stored)
}

/** Names of the forms with an unsaved text that begin with `kind`, such as `post:`. */
export function unsavedNames(kind: string): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + kind))
    return keys.map((key) => key.slice(PREFIX.length))
  } catch {
    return []
  }
}
