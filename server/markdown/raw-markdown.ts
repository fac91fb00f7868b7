/** How a text is shown that cannot be rendered: as it was written, and why. */
import type { RenderedText } from './markdown-renderer.ts'
import type { RenderFailureReason } from './render-pool.ts'

const SENTENCES: Record<RenderFailureReason, string> = {
  time: 'The text takes too long to render and is shown as it was written.',
  overflow: 'The text is nested too deeply to render and is shown as it was written.',
  memory: 'The text needs too much memory to render and is shown as it was written.',
  too_large: 'The rendered text would be too large, so it is shown as it was written.',
  fault: 'The text could not be rendered and is shown as it was written.',
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The text in a `pre`, with the sentence for the reason. */
export function rawMarkdown(markdown: string, reason: RenderFailureReason): RenderedText {
  return { html: escaped(markdown), problem: SENTENCES[reason] }
}

/** The text in a `pre` until its rendering is there. */
export function rawForNow(markdown: string): RenderedText {
  const problem = 'The text is not rendered yet and is shown as it was written.'
  return { html: escaped(markdown), problem, provisional: true }
}

function escaped(markdown: string): string {
  const text = markdown.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
  return `<pre class="raw-markdown" tabindex="0">${text}</pre>`
}
