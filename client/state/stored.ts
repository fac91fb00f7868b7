/** What this browser keeps for the site in localStorage. Browser only. */

/** A stored text; null where there is none, or where storage is forbidden. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or forgets it with null; false where this browser cannot. */
export function store(key: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Calls `run` when another tab has changed what is stored at `key`. */
export function onStored(key: string, run: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) run()
  })
}
