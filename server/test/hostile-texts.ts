/** Texts made to be slow: each fills the given number of bytes with what some reader of it repeats. */

const filled = (unit: string, bytes: number) =>
  unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))))

/** Lines in a list, each deeper than the one before, two hundred levels and again. */
function nestedList(bytes: number): string {
  const levels = Array.from({ length: 200 }, (_, level) => `${' '.repeat(2 * level)}- a\n`)
  return filled(levels.join(''), bytes)
}

function wideTable(bytes: number): string {
  return ['|a', '|-', '|b'].map((cell) => `${filled(cell, bytes / 3 - 2)}|\n`).join('')
}

function linkDefinitions(bytes: number): string {
  const definitions = Array.from({ length: bytes / 16 }, (_, n) => `[a${n}]: /x`)
  return definitions.join('\n').slice(0, bytes)
}

/** By name, a text of about so many bytes. */
export const HOSTILE_TEXTS: Readonly<Record<string, (bytes: number) => string>> = {
  'marks of quotes': (bytes) => filled('>', bytes),
  'closing brackets': (bytes) => filled(']', bytes),
  'open links': (bytes) => filled('[a](', bytes),
  'nested emphasis': (bytes) => filled('*a **a ', bytes),
  'a chain of setext headings': (bytes) => filled('a\n=\n', bytes),
  'a long table': (bytes) => `| a | b |\n|---|---|\n${filled('| c | d |\n', bytes - 20)}`,
  'a wide table': wideTable,
  'a list': (bytes) => filled('- item\n', bytes),
  'nested lists': nestedList,
  'definitions of links': linkDefinitions,
  'blank lines': (bytes) => `a${filled('\n', bytes - 2)}b`,
  'repeated lines': (bytes) => filled('a\nb\n\n', bytes),
  'open html': (bytes) => filled('<a b="', bytes),
  'ends of scripts': (bytes) => `<script>${filled('</script ', bytes - 8)}`,
  'html without ends': (bytes) => filled('<p>a <b>b\n', bytes),
  'Thai without spaces': (bytes) => filled('ภาษาไทย', bytes),
  'Chinese without spaces': (bytes) => filled('漢字', bytes),
  'one long word': (bytes) => filled('a', bytes),
  'a key with spaces in it': (bytes) => `a${filled(' ', bytes - 5)}b: 1`,
  'combining marks': (bytes) => `a${filled('\u0301', bytes - 1)}`,
}
