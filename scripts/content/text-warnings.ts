/** What of written texts the site does not show, found by the server's own renderer. */
import { type CheckedContent, openContent } from '../../server/content/check-content.ts'
import { isProblem } from '../../server/content/files/content-paths.ts'
import { unlessFaulty } from '../../server/content/formats/fault.ts'
import { splitFrontMatter } from '../../server/content/formats/front-matter.ts'
import { trimBody } from '../../server/content/formats/post-file.ts'
import { decodeText, lineAt } from '../../server/content/formats/text-bytes.ts'
import type { NotShown } from '../../server/domain/texts/not-shown.ts'
import { silentLog } from '../../server/log.ts'
import { mayLeaveOut } from '../../server/markdown/left-out.ts'
import { MarkdownRenderer, PREVIEW_ID_PREFIX } from '../../server/markdown/markdown-renderer.ts'

/** A command waits for each text. */
const NO_LIMITS = { waitMs: Number.POSITIVE_INFINITY, stuckMs: Number.POSITIVE_INFINITY }

/** A file of the content folder with a text in markdown: a post's or the about page's. */
interface TextFile {
  /** Relative to the content folder. */
  path: string
  bytes: Uint8Array
}

/** A part of a file's text that is not shown, with its line in the file. */
export interface Warning extends NotShown {
  file: string
}

/** Texts of a content folder, read one at a time: all at once would be most of the memory. */
export function* textsOf(content: CheckedContent, isChosen: (file: string) => boolean) {
  const { files } = openContent(content)
  const texts = files
    .list()
    .files.filter(({ kind, path }) => kind === 'post' || path === 'about.md')
  for (const file of texts) {
    const read = isChosen(file.path) ? files.read(file.path) : null
    if (read === null || isProblem(read)) continue
    yield { path: file.path, bytes: read.bytes }
  }
}

/** Warnings by file, as they come, then by line. A text without HTML costs one look at it. */
export async function textWarnings(files: Iterable<TextFile>): Promise<Warning[]> {
  const renderer = new MarkdownRenderer({ log: silentLog })
  const warnings: Warning[] = []
  try {
    for (const { path, bytes } of files) {
      const text = textOf(bytes)
      if (text === null || !mayLeaveOut(text.markdown)) continue
      const source = { markdown: text.markdown, idPrefix: PREVIEW_ID_PREFIX }
      const { problem, notShown = [] } = await renderer.render(source, NO_LIMITS)
      const found = problem === null ? notShown : [{ line: 1, reason: problem }]
      for (const { line, reason } of found) {
        warnings.push({ file: path, line: text.linesBefore + line, reason })
      }
    }
  } finally {
    await renderer.close()
  }
  return warnings
}

/** The markdown of a file and the number of lines before it; null where it cannot be read. */
function textOf(bytes: Uint8Array): { markdown: string; linesBefore: number } | null {
  return unlessFaulty(() => {
    const text = decodeText(bytes)
    const markdown = trimBody(splitFrontMatter(text).body)
    return { markdown, linesBefore: lineAt(text, text.lastIndexOf(markdown)) - 1 }
  })
}
