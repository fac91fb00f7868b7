/** Conflict markers that git left in a text: the author committed them, and readers see them. */

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
/** Conflicts that are reported of one text; the others are reported once these are solved. */
const CONFLICTS_MAX = 100

/** The line, from 1, of each `<<<<<<< ` that `=======` and `>>>>>>> ` follow, if it is in no block of code. */
export function conflictLines(markdown: string): number[] {
  const found: number[] = []
  let fence = ''
  let begins = 0
  let isDivided = false
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, marks = ''] = FENCE.exec(line) ?? []
    if (fence === '') fence = marks
    else if (marks.startsWith(fence) && line.trim() === marks) fence = ''
    if (fence === '' && line.startsWith('<<<<<<< ')) {
      begins = index + 1
      isDivided = false
    } else if (begins > 0 && line === '=======') isDivided = true
    else if (isDivided && line.startsWith('>>>>>>> ')) {
      found.push(begins)
      begins = 0
      isDivided = false
      if (found.length === CONFLICTS_MAX) break
    }
  }
  return found
}
