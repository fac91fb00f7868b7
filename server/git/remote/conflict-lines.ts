/** How the message of a merge tells of its conflicts, written and read back. */
import { cleanLine } from '#domain/texts/control-characters.ts'
import { isSafePath } from '../objects/verify-path.ts'
import type { MergeConflict } from '../repository.ts'

/** Conflicts that one message names. */
const NAMED_MAX = 50
/** Before a line for each. */
export const CONFLICTS_SENTENCE =
  'Both sides changed the same places. The text of the remote stands at:'
const OURS_IS = ': ours is '
const LINE = /^- ("(?:[^"\\]|\\.)*")(?:: ours is ("(?:[^"\\]|\\.)*"))?$/

/** The body of a merge's message; empty without conflicts. */
export function conflictsText(conflicts: readonly MergeConflict[]): string {
  if (conflicts.length === 0) return ''
  // A name with a line break in it would be read back as more than one conflict.
  const lines = conflicts
    .filter(({ file, copy }) => [file, copy ?? file].every((path) => path === cleanLine(path)))
    .slice(0, NAMED_MAX)
    .map(
      // Between quotes no name can look like the end of a name.
      ({ file, copy }) =>
        `- ${JSON.stringify(file)}${copy === null ? '' : `${OURS_IS}${JSON.stringify(copy)}`}`,
    )
  return [CONFLICTS_SENTENCE, ...lines].join('\n')
}

/** The conflicts that the message of a merge names. */
export function readConflicts(body: string): MergeConflict[] {
  const start = body.indexOf(CONFLICTS_SENTENCE)
  const lines =
    start < 0
      ? []
      : body
          .slice(start)
          .split('\n')
          .slice(1, NAMED_MAX + 1)
  return lines.flatMap((line) => {
    const [, file, copy] = LINE.exec(line) ?? []
    const found = { file: unquoted(file) ?? '', copy: unquoted(copy) }
    const isSafe = isSafePath(found.file) && (found.copy === null || isSafePath(found.copy))
    return isSafe ? [found] : []
  })
}

function unquoted(text: string | undefined): string | null {
  if (text === undefined) return null
  try {
    return String(JSON.parse(text))
  } catch {
    return ''
  }
}
