/**
 * Markdown to sanitised HTML, in one frozen processor. The sanitiser handles HTML in the text and
 * generated HTML alike. At the end all ids and links to them get the text's prefix, so that a page
 * can have several texts.
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
import type { NotShown } from '#domain/answers/admin-answers.ts'
import type { ImageSize } from '#domain/image.ts'
import type { PostHeading } from '#domain/post.ts'
import { remarkAlerts } from './alerts.ts'
import {
  FOOTNOTE_LABEL_ID,
  headingsOf,
  rehypeAccessible,
  rehypeOneTitle,
  rehypePrefixIds,
  rehypeTextDirection,
  remarkKeepExtraCells,
} from './html-plugins.ts'
import { makePortable } from './portable-html.ts'
import { SANITIZE_SCHEMA } from './sanitize-schema.ts'
import { MATH, type NotingFile, rehypeRawHtml } from './written-html.ts'

export interface MarkdownText {
  markdown: string
  /** Prefix of every id, `p-<post id>-`, since a page may have several texts. */
  idPrefix: string
  /** The page's heading: a first heading of the text that repeats it is removed. */
  title?: string
  /** Path of the page, against which `portable` resolves relative addresses; `/` if absent. */
  pagePath?: string
  /** Whether `$…$` is a formula. */
  math?: boolean
  /** Sizes of its images by address, of those whose names do not tell. */
  sizes?: ReadonlyMap<string, ImageSize>
}

type MathPlugins = typeof import('./formulas.ts')

/** The whole pipeline, with formulas or without. */
function createProcessor(math?: MathPlugins) {
  return (
    unified()
      .use(remarkParse)
      .use(remarkGfm)
      .use(math ? [math.remarkFormulas] : [])
      .use(remarkAlerts)
      .use(remarkKeepExtraCells)
      // No prefix here: only rehypePrefixIds adds prefixes.
      .use(remarkRehype, { clobberPrefix: '', allowDangerousHtml: true })
      .use(rehypeRawHtml)
      .use(rehypeSanitize, SANITIZE_SCHEMA)
      .use(math?.mathFormulas ?? [])
      .use(rehypeSlug)
      // After the ids are assigned, so removing a heading does not change the others.
      .use(rehypeOneTitle)
      .use(rehypeAutolinkHeadings, {
        behavior: 'append',
        // The style sheet draws the `#`, so feeds and copied text do not contain it.
        content: [],
        properties: { className: ['heading-anchor'], ariaHidden: 'true', tabIndex: -1 },
        test: (element) => element.properties.id !== FOOTNOTE_LABEL_ID,
      })
      .use(rehypeExternalLinks, { rel: ['noopener', 'noreferrer'] })
      .use(rehypeHighlight, { detect: false })
      .use(rehypeAccessible)
      .use(rehypeTextDirection)
      .use(rehypePrefixIds)
      .use(rehypeStringify)
      .freeze()
  )
}

const plainProcessor = createProcessor()
let mathProcessor: typeof plainProcessor | null = null

/** The plugins for a text with formulas, imported at first use; null for other texts. */
export async function mathFor({ markdown, math }: MarkdownText): Promise<MathPlugins | null> {
  return math && MATH.test(markdown) ? import('./formulas.ts') : null
}

export interface RenderedMarkdown {
  html: string
  /** Headings of levels 2 to 4 with the ids they have in the html. */
  headings: readonly PostHeading[]
  /** The html for feeds and exports; `absoluteHtml` completes its addresses. */
  portable: string
  /** Parts of the text that are not in the html, by line; absent if there are none. */
  notShown?: readonly NotShown[]
}

/**
 * Renders a markdown text. Without a time limit, so call it in a worker. Throws a RangeError if the
 * text is nested too deeply.
 * @param math result of `mathFor`
 */
export function renderMarkdown(
  { markdown, idPrefix, title = '', pagePath = '/', sizes }: MarkdownText,
  math: MathPlugins | null = null,
): RenderedMarkdown {
  if (math) mathProcessor ??= createProcessor(math)
  const processor = (math && mathProcessor) || plainProcessor
  // The plugins share this object as `file.data`.
  const data: NotingFile['data'] = { idPrefix, title, sizes }
  const tree = processor.runSync(processor.parse(markdown), { value: markdown, data })
  const html = processor.stringify(tree)
  const headings = headingsOf(tree)
  makePortable(tree, pagePath)
  const { notShown } = data
  return { html, headings, portable: processor.stringify(tree), ...(notShown && { notShown }) }
}
