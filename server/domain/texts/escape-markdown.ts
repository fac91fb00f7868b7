/** Words that markdown takes for nothing more, whatever they hold. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~]/g, '\\$&')
}
