/** Texts as html without markdown. */
import { escapeXml } from '#domain/texts/escaped.ts'

/** Escaped markdown, the fallback on the page of a text that is not rendered. */
export function rawText(markdown: string): string {
  return `<pre class="raw-markdown" tabindex="0">${escapeXml(markdown)}</pre>`
}

/** Plain text as an html paragraph; '' for empty text. */
export function paragraph(text: string): string {
  return text === '' ? '' : `<p>${escapeXml(text)}</p>`
}
