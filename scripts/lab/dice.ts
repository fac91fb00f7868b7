/** Random choices that a seed repeats; Math.random cannot be seeded. */

export interface Dice {
  /** A whole number, both ends included. */
  between(min: number, max: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  /** @throws RangeError for an empty list */
  oneOf<T>(choices: readonly T[]): T
}

/** Dice by the generator mulberry32: 32 bits of state, enough for generated text. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    between,
    chance: (probability) => next() < probability,
    oneOf(choices) {
      const choice = choices[between(0, choices.length - 1)]
      if (choice === undefined) throw new RangeError('nothing to choose from')
      return choice
    },
  }
}
