/** Markdown to HTML as the rest of the server sees it; the work itself is done in a worker. */

export interface RenderedText {
  html: string
  /** Why the text is shown escaped instead of rendered; null when all is well. */
  problem: string | null
}

export interface MarkdownRenderer {
  /**
   * Sanitised, highlighted HTML of markdown, kept by digest. `idPrefix` goes before every id, so
   * that headings and footnotes of several posts on one page do not collide. Never rejects: text
   * that takes too long or overflows comes back escaped with a problem.
   */
  render(markdown: string, idPrefix: string): Promise<RenderedText>
  /** What `render` would give when it is at hand in memory. */
  renderedNow(markdown: string, idPrefix: string): RenderedText | undefined
  close(): Promise<void>
}
