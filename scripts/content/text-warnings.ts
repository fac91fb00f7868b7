/** What of written texts the site does not show, found by the server's own renderer. */
import { decodeText, lineAt } from '../../server/content/formats/text-bytes.ts'
import type { PostRecord } from '../../server/content/records.ts'
import type { NotShown } from '../../server/domain/texts/not-shown.ts'
import { silentLog } from '../../server/log.ts'
import { mayLeaveOut } from '../../server/markdown/left-out.ts'
import { MarkdownRenderer, PREVIEW_ID_PREFIX } from '../../server/markdown/markdown-renderer.ts'

/** A command waits for each text. */
const NO_LIMITS = { waitMs: Number.POSITIVE_INFINITY, stuckMs: Number.POSITIVE_INFINITY }

/** A part of a file's text that is not shown, with its line in the file. */
export interface Warning extends NotShown {
  file: string
}

/**
 * Warnings by file, as they come, then by line. A text without HTML costs one look at it.
 * @param bytesOf a file, for the place of its text
 */
export async function textWarnings(
  texts: Iterable<Pick<PostRecord, 'path' | 'content'>>,
  bytesOf: (path: string) => Uint8Array,
): Promise<Warning[]> {
  const renderer = new MarkdownRenderer({ log: silentLog })
  const warnings: Warning[] = []
  try {
    for (const { path, content } of texts) {
      if (!mayLeaveOut(content)) continue
      const source = { markdown: content, idPrefix: PREVIEW_ID_PREFIX }
      const { problem, notShown = [] } = await renderer.render(source, NO_LIMITS)
      const text = decodeText(bytesOf(path))
      const linesBefore = lineAt(text, text.lastIndexOf(content)) - 1
      const found = problem === null ? notShown : [{ line: 1, reason: problem }]
      for (const { line, reason } of found) {
        warnings.push({ file: path, line: linesBefore + line, reason })
      }
    }
  } finally {
    await renderer.close()
  }
  return warnings
}
