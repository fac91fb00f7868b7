/** Warnings about parts of texts that the site does not show, from the server's renderer. */
import type { ContentCheck } from '../../server/content/check-content.ts'
import { decodeText, lineAt } from '../../server/content/formats/text-bytes.ts'
import type { Problem } from '../../server/content/problem.ts'
import { silentLog } from '../../server/log.ts'
import {
  MarkdownRenderer,
  PREVIEW_ID_PREFIX,
  WAITS,
} from '../../server/markdown/markdown-renderer.ts'
import { IN_DOUBT, MATH } from '../../server/markdown/written-html.ts'

/**
 * Warnings in the order of the files, then by line. A text without HTML or formulas is only scanned.
 * @param bytesOf reads a file, to find the line of its text
 */
export async function textWarnings(
  { texts, math }: Pick<ContentCheck, 'texts' | 'math'>,
  bytesOf: (path: string) => Uint8Array,
): Promise<Problem[]> {
  const renderer = new MarkdownRenderer({ log: silentLog })
  const warnings: Problem[] = []
  try {
    for (const { path, content } of texts) {
      if (!IN_DOUBT.test(content) && !(math && MATH.test(content))) continue
      const source = { markdown: content, idPrefix: PREVIEW_ID_PREFIX, math }
      const { problem, notShown = [] } = await renderer.render(source, { wait: WAITS.site })
      const offset = linesAbove(content, bytesOf(path))
      const reasons = problem === null ? notShown : [{ line: 1, reason: problem }]
      for (const { line, reason } of reasons) {
        warnings.push({ file: path, line: offset + line, reason })
      }
    }
  } finally {
    await renderer.close()
  }
  return warnings
}

/** Lines of a file above its text. */
export function linesAbove(content: string, bytes: Uint8Array): number {
  const text = decodeText(bytes)
  return lineAt(text, text.lastIndexOf(content)) - 1
}
