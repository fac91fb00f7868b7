/** A part of a text that readers do not see. */
export interface NotShown {
  /** Of the text, beginning with 1. */
  line: number
  /** A sentence for the author. */
  reason: string
}
