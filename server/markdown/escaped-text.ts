/** Text as html that shows it as it was written. */
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A markdown text that is not rendered, for the page of that text alone. */
export function rawText(markdown: string): string {
  return `<pre class="raw-markdown" tabindex="0">${escaped(markdown)}</pre>`
}

/** A paragraph of plain text; nothing for none. */
export function paragraph(text: string): string {
  return text === '' ? '' : `<p>${escaped(text)}</p>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
