/** What the history said last. A part that did not change stays the same object. */
import { type ContentHistoryFacts, HISTORY_PARTS, NO_HISTORY } from '../index/content-parts.ts'
import type { HistoryReading } from './history-reading.ts'
import type { PostEdits } from './post-edits.ts'

export class KnownHistory {
  #known: ContentHistoryFacts = NO_HISTORY

  get now(): ContentHistoryFacts {
    return this.#known
  }

  /**
   * Takes over what a reading says; null where that is nothing new.
   * @param edits left as given; taken from the reading when absent
   */
  learn(
    reading: HistoryReading,
    edits: ContentHistoryFacts['edits'] = this.#editsOf(reading.edits),
  ): ContentHistoryFacts | null {
    const { moves, renames } = this.#known
    const known: ContentHistoryFacts = {
      moves: sameOr(moves, new Map(reading.projects.moves())),
      renames: sameOr(renames, reading.lines.renames()),
      edits,
      facts: reading.readTo === null ? null : reading.facts(),
    }
    if (HISTORY_PARTS.every((part) => known[part] === this.#known[part])) return null
    this.#known = known
    return known
  }

  /** Answers are cached by snapshot, and what has changed in a post is read from its line. */
  #editsOf(edits: PostEdits): ContentHistoryFacts['edits'] {
    return edits.takeNews() ? edits.all() : sameOr(this.#known.edits, edits.all())
  }
}

/** The old map when both hold the same. */
function sameOr<V>(old: ReadonlyMap<string, V>, next: ReadonlyMap<string, V>) {
  return old.size === next.size && [...next].every(([key, value]) => old.get(key) === value)
    ? old
    : next
}
