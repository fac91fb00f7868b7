/**
 * Markdown to sanitised HTML, in one frozen processor. HTML in the text passes the sanitiser like
 * what markdown makes; every id and every link to one gets the text's own prefix at the end, so that
 * several texts fit on one page.
 */
import rehypeAutolinkHeadings from 'rehype-autolink-headings'
import rehypeExternalLinks from 'rehype-external-links'
import rehypeHighlight from 'rehype-highlight'
import rehypeSanitize from 'rehype-sanitize'
import rehypeSlug from 'rehype-slug'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import type { NotShown } from '#domain/texts/not-shown.ts'
import { remarkAlerts } from './alerts.ts'
import {
  FOOTNOTE_LABEL_ID,
  rehypeOneTitle,
  rehypePrefixIds,
  rehypeReadable,
  remarkWholeTables,
} from './html-plugins.ts'
import type { MarkdownText } from './markdown-renderer.ts'
import { SANITIZE_SCHEMA } from './sanitize-schema.ts'
import { rehypeTextDirection } from './text-direction.ts'
import { rehypeWrittenHtml } from './written-html.ts'

type MathPlugins = typeof import('./formulas.ts')

/** The whole pipeline, with formulas or without. */
function createProcessor(math?: MathPlugins) {
  return (
    unified()
      .use(remarkParse)
      .use(remarkGfm)
      .use(math?.mathSyntax ?? [])
      .use(remarkAlerts)
      .use(remarkWholeTables)
      // No prefixes here: rehypePrefixIds is the only one who gives them, so none is given twice.
      .use(remarkRehype, { clobberPrefix: '', allowDangerousHtml: true })
      .use(rehypeWrittenHtml)
      .use(rehypeSanitize, SANITIZE_SCHEMA)
      .use(math?.mathFormulas ?? [])
      .use(rehypeSlug)
      // After the ids are given: a heading that is taken away changes none of the others.
      .use(rehypeOneTitle)
      .use(rehypeAutolinkHeadings, {
        behavior: 'append',
        // Drawn by the stylesheet, so that feeds and copied text have no stray sign.
        content: [],
        properties: { className: ['heading-anchor'], ariaHidden: 'true', tabIndex: -1 },
        test: (element) => element.properties.id !== FOOTNOTE_LABEL_ID,
      })
      .use(rehypeExternalLinks, { rel: ['noopener', 'noreferrer'] })
      .use(rehypeHighlight, { detect: false })
      .use(rehypeReadable)
      .use(rehypeTextDirection)
      .use(rehypePrefixIds)
      .use(rehypeStringify)
      .freeze()
  )
}

const plainProcessor = createProcessor()
let mathProcessor: typeof plainProcessor | null = null

/** The plugins for a text with formulas, null for another; they are loaded when first needed. */
export async function mathFor({ markdown, math }: MarkdownText): Promise<MathPlugins | null> {
  return math && /\$|```math/.test(markdown) ? import('./formulas.ts') : null
}

export interface RenderedMarkdown {
  html: string
  /** What of the text is not in the html, by line; absent where all is. */
  notShown?: readonly NotShown[]
}

/**
 * HTML of a markdown text whose ids all begin with `idPrefix`. Throws a RangeError where the text
 * is nested too deeply, and takes as long as it takes: call it in a worker.
 * @param options.title the heading of its page
 * @param options.math what `mathFor` gives
 */
export function renderMarkdown(
  markdown: string,
  idPrefix: string,
  { title = '', math }: { title?: string; math?: MathPlugins | null } = {},
): RenderedMarkdown {
  if (math) mathProcessor ??= createProcessor(math)
  const processor = (math && mathProcessor) || plainProcessor
  const file = processor.processSync({ value: markdown, data: { idPrefix, title } })
  // Set by rehypeWrittenHtml alone.
  const notShown = file.data.notShown as readonly NotShown[] | undefined
  return { html: String(file), ...(notShown && { notShown }) }
}
