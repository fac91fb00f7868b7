/** A map that forgets what was used longest ago when it holds too much. */
export class BoundedMap<Key, Value> {
  readonly #sizeMax: number
  readonly #sizeOf: (value: Value) => number
  // A Map remembers the order of insertion: its first key is the one not used for longest.
  readonly #entries = new Map<Key, Value>()
  #size = 0

  /** @param sizeOf what an entry counts of `sizeMax`; each counts 1 by default */
  constructor(sizeMax: number, sizeOf: (value: Value) => number = () => 1) {
    this.#sizeMax = sizeMax
    this.#sizeOf = sizeOf
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  /** A value that alone is too large is not kept. */
  set(key: Key, value: Value): void {
    this.delete(key)
    if (this.#sizeOf(value) > this.#sizeMax) return
    this.#entries.set(key, value)
    this.#size += this.#sizeOf(value)
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#sizeMax) break
      this.delete(oldest)
    }
  }

  delete(key: Key): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#size -= this.#sizeOf(value)
    this.#entries.delete(key)
  }

  /** The entries, the one not used for longest first. */
  entries(): [Key, Value][] {
    return [...this.#entries]
  }
}
