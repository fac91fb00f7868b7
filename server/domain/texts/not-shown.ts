/** A part of a text that is not shown to readers. */
export interface NotShown {
  /** 1-based line of the text. */
  line: number
  /** A sentence for the author. */
  reason: string
}
