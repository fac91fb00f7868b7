/** Whether a heading says what the title above the text says already. */
import { composedAlike } from '#domain/texts/composed.ts'
import { inlineText } from './inline-text.ts'

const QUOTES: Record<string, string> = { '‘': "'", '’': "'", '“': '"', '”': '"' }

/** @param title may be written in markdown; case and blanks make no difference */
export function repeatsTitle(heading: string, title: string): boolean {
  if (heading === title) return true
  const said = comparable(heading)
  return said === comparable(title) || said === comparable(inlineText(title, () => false))
}

function comparable(text: string): string {
  return composedAlike(text)
    .replace(/[‘’“”]/g, (quote) => QUOTES[quote] ?? quote)
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
