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

/** The forms of a kind, such as `post:`, that have an unsaved text: what follows that in their names. */
export function unsavedOfKind(kind: string): string[] {
  const start = PREFIX + kind
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(start))
    return keys.map((key) => key.slice(start.length))
  } catch {
    return []
  }
}
