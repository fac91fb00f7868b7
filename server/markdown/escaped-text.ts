/** Escapes text for html. */
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escaped markdown, the fallback on the page of a text that is not rendered. */
export function rawText(markdown: string): string {
  return `<pre class="raw-markdown" tabindex="0">${escaped(markdown)}</pre>`
}

/** Plain text as an html paragraph; '' for empty text. */
export function paragraph(text: string): string {
  return text === '' ? '' : `<p>${escaped(text)}</p>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
