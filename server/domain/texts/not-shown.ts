/** Something that an author wrote and no reader sees. */
export interface NotShown {
  /** Of the text, beginning with 1. */
  line: number
  /** A sentence for the author. */
  reason: string
}
