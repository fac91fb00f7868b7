/** The unsaved texts of the panel's forms in this browser, one a form. */
import { readStored, store } from '../../state/stored.ts'
import type { Unsaved } from './form-state.ts'

const PREFIX = 'draft:'
const FORMAT = 1
/** Time between two writes while someone types: each writes the whole text. */
const STORE_MS = 300

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

/** Stores an unsaved text; returns what was stored, or null if storage is not available. */
export function storeUnsaved<Fields>(name: string, unsaved: Unsaved<Fields>): string | null {
  const text = JSON.stringify({ format: FORMAT, at: Date.now(), ...unsaved })
  return store(PREFIX + name, text) ? text : null
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

/** Keeps the text of an open form stored: while someone types, every 300 ms. */
export class UnsavedText<Fields> {
  /** What the form has now; `unsaved` null if it equals the saved version. */
  readonly #current: () => { name: string; unsaved: Unsaved<Fields> | null }
  #name: string
  /** As this form has read or written it: another tab may have stored its own. */
  #stored: string | null
  #timer: ReturnType<typeof setTimeout> | null = null
  #isDue = false

  constructor(name: string, current: () => { name: string; unsaved: Unsaved<Fields> | null }) {
    this.#name = name
    this.#stored = readStored(PREFIX + name)
    this.#current = current
  }

  /** Stores now; false if storage is not available. */
  store(): boolean {
    this.#isDue = false
    const { name, unsaved } = this.#current()
    if (name !== this.#name || unsaved === null) this.#remove()
    this.#name = name
    if (unsaved === null) return true
    this.#stored = storeUnsaved(name, unsaved)
    return this.#stored !== null
  }

  /** Stores now, or soon after the last time; true while that is due. */
  storeSoon(): boolean {
    this.#isDue = this.#timer !== null
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.flush()
    }, STORE_MS)
    return this.#isDue || this.store()
  }

  /** Stores what is due. */
  flush(): void {
    if (this.#isDue) this.store()
  }

  #remove(): void {
    if (readStored(PREFIX + this.#name) === this.#stored) store(PREFIX + this.#name, null)
    this.#stored = null
  }
}
