/** Html of posts and pages, rendered on demand. A failure becomes a problem of the file. */
import { postPath } from '#domain/addresses.ts'
import type { BlobId } from '../../git/repository.ts'
import type {
  MarkdownRenderer,
  MarkdownText,
  RenderedText,
  WaitLimits,
} from '../../markdown/markdown-renderer.ts'
import type { PageRecord, PostRecord, Snapshot } from '../records.ts'

interface RenderedContent {
  snapshot(): Snapshot
  noteRendering(revision: BlobId, reason: string | null): void
}

export class PostTexts {
  readonly #renderer: Pick<MarkdownRenderer, 'render'>
  readonly #content: RenderedContent

  constructor(content: RenderedContent, renderer: Pick<MarkdownRenderer, 'render'>) {
    this.#content = content
    this.#renderer = renderer
  }

  /** Html, or a fallback. */
  render(post: PostRecord, options: WaitLimits = {}): Promise<RenderedText> {
    const { id, content: markdown, title, revision } = post
    const text = { markdown, idPrefix: `p-${id}-`, title, pagePath: postPath(id) }
    return this.#render(text, revision, options)
  }

  page({ id, path, content: markdown, title, revision }: PageRecord): Promise<RenderedText> {
    // The heading of the about page is not that of its file.
    const heading = path === 'about.md' ? '' : title
    const pagePath = `/${encodeURIComponent(id)}`
    const text = { markdown, idPrefix: `p-${id}-`, title: heading, pagePath }
    return this.#render(text, revision ?? 'none', {})
  }

  async #render(text: MarkdownText, revision: BlobId, options: WaitLimits): Promise<RenderedText> {
    const { math } = this.#content.snapshot().site
    // `idPrefix` and revision determine everything else.
    const key = [text.idPrefix, revision, math].join(' ')
    const rendered = await this.#renderer.render({ ...text, math }, { key, ...options })
    const recordProblem = ({ problem }: RenderedText) =>
      this.#content.noteRendering(revision, problem)
    if (rendered.pending) rendered.pending.then(recordProblem, () => {})
    else recordProblem(rendered)
    return rendered
  }
}
