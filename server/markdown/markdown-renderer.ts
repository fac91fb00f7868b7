/** Markdown to HTML as the rest of the server sees it; the work itself is done in a worker. */
import type { NotShown } from '#domain/texts/not-shown.ts'

/**
 * Names what the pipeline makes; kept HTML of another version is not used. To be changed with
 * every change of the output: the pipeline's test knows when that is. It stands apart from the
 * pipeline so that the main thread does not load it.
 */
export const RENDERER_VERSION = '7'

/** The prefix of texts that are only looked at while they are written; not kept on disk. */
export const PREVIEW_ID_PREFIX = 'preview-'

export interface RenderedText {
  /** Escaped instead of rendered where there is a problem, and in a fallback. */
  html: string
  /** Why the text cannot be rendered; null when nothing is known to be wrong with it. */
  problem: string | null
  /** What of the text is not in the html, by line; of a preview alone, absent where all is. */
  notShown?: readonly NotShown[]
  /** True when the next call may give better HTML: not to be kept, in a page cache for example. */
  isFallback?: true
}

/** What the html of a text depends on beside the text. */
export interface TextOptions {
  /** The heading of its page: a first heading that repeats it is not shown. */
  title?: string
  /** Whether `$…$` is a formula. */
  math?: boolean
}

export interface MarkdownText extends TextOptions {
  markdown: string
  /** Goes before every id, `p-<post id>-`. */
  idPrefix: string
}

export type RenderListener = (text: MarkdownText, rendered: RenderedText) => void

/**
 * How long a text is waited for. `answer`: as long as one text alone may take; `page`: until one of
 * its texts hangs, so that this one does not hold up the others; `list`: longer, since a client keeps
 * what is in a list.
 */
export type Patience = 'answer' | 'page' | 'list'

export interface MarkdownRenderer {
  /**
   * Sanitised, highlighted HTML of markdown, cached by digest. `idPrefix` goes before every id, so
   * that headings and footnotes of several posts on one page do not collide. Never rejects: text
   * that takes too much CPU time or overflows comes back escaped, in `<pre class="raw-markdown">`,
   * with a problem. A text that is not ready in time comes back the same way as a fallback, while
   * the renderer goes on; with the patience for an `answer`, the default, that is within 3 s. One
   * that ran out of time is a fallback too, until it has been tried again some times.
   */
  render(
    markdown: string,
    idPrefix: string,
    options?: TextOptions & { patience?: Patience },
  ): Promise<RenderedText>
  /**
   * Renders these texts one after the other while nobody waits for anything, in place of those of
   * an earlier call. A text that is on disk costs one look there.
   */
  warm(texts: Iterable<MarkdownText>): void
  /**
   * Calls `listener` with each text that has just been rendered, or has failed. Returns the way to
   * stop.
   */
  onRendered(listener: RenderListener): () => void
  close(): Promise<void>
}

/** In one spelling what the html depends on beside the text. */
export function settingsOf({ idPrefix, title = '', math }: Omit<MarkdownText, 'markdown'>): string {
  return [idPrefix, title, math ? 'math' : ''].join('\0')
}
