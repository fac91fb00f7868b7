/**
 * The problems of files that a commit or a push changes. Faults that were there before hold up
 * nobody, but a file that takes the id of another does, whichever of the two comes first by path.
 */
import {
  LINK_REASON,
  NOT_A_FILE_REASON,
  TOO_LARGE_REASON,
} from '../../server/content/files/content-files.ts'
import {
  type ContentPath,
  clashKey,
  clashProblem,
  classifyPath,
  isProblem,
} from '../../server/content/files/content-paths.ts'
import { type ParsingContext, parseContentFile } from '../../server/content/formats/file-entry.ts'
import type { Problem } from '../../server/content/records.ts'
import type { TreeFile } from './tree-files.ts'

/** What is wrong with the changed files among these. */
export function changedProblems(tree: {
  files: readonly TreeFile[]
  isChanged(path: string): boolean
  blobs: ReadonlyMap<string, Buffer | null>
  context: ParsingContext
}): Problem[] {
  const { files, isChanged, blobs, context } = tree
  const byKey = filesByKey(files)
  return files.flatMap((file): readonly Problem[] => {
    if (!isChanged(file.path)) return []
    const found = classifyPath(file.path)
    if (found === null) return []
    if (isProblem(found)) return [found]
    const other = byKey.get(clashKey(found))?.find(({ path }) => path !== file.path)
    if (other !== undefined) return [clashProblem(found, other)]
    const fault = fileFault(file, blobs)
    if (fault !== null) return [{ file: file.path, line: null, reason: fault }]
    return parseContentFile(found, blobs.get(file.blob) ?? Buffer.alloc(0), context).problems
  })
}

function filesByKey(files: readonly TreeFile[]): Map<string, ContentPath[]> {
  const byKey = new Map<string, ContentPath[]>()
  for (const { path } of files) {
    const found = classifyPath(path)
    if (found === null || isProblem(found)) continue
    byKey.set(clashKey(found), [...(byKey.get(clashKey(found)) ?? []), found])
  }
  return byKey
}

function fileFault(
  { mode, blob }: TreeFile,
  blobs: ReadonlyMap<string, Buffer | null>,
): string | null {
  if (mode === '120000') return LINK_REASON
  if (!mode.startsWith('100')) return NOT_A_FILE_REASON
  return blobs.get(blob) === null ? TOO_LARGE_REASON : null
}
