/** Html of posts and pages, rendered on demand. A failure becomes a problem of the file. */
import { postPath } from '#domain/addresses.ts'
import type { BlobId } from '../../git/repository.ts'
import type { MarkdownText } from '../../markdown/markdown-pipeline.ts'
import { type RenderedText, WAITS, type Wait } from '../../markdown/markdown-renderer.ts'
import type { ContentStore } from '../content-store.ts'
import type { PageRecord, PostRecord } from '../records.ts'

/** Html, or a fallback. */
export function renderPost(
  store: ContentStore,
  { id, content: markdown, title, revision }: PostRecord,
  wait: Wait = WAITS.page,
): Promise<RenderedText> {
  const text = { markdown, idPrefix: `p-${id}-`, title, pagePath: postPath(id) }
  return render(store, text, { revision, wait })
}

/** As `renderPost`. */
export function renderPage(
  store: ContentStore,
  { id, path, content: markdown, title, revision }: PageRecord,
): Promise<RenderedText> {
  // The heading of the about page is not that of its file.
  const heading = path === 'about.md' ? '' : title
  const pagePath = `/${encodeURIComponent(id)}`
  const text = { markdown, idPrefix: `p-${id}-`, title: heading, pagePath }
  return render(store, text, { revision: revision ?? 'none', wait: WAITS.page })
}

async function render(
  store: ContentStore,
  text: MarkdownText,
  { revision, wait }: { revision: BlobId; wait: Wait },
): Promise<RenderedText> {
  const { math } = store.snapshot().site
  // `idPrefix` and revision determine everything else.
  const key = [text.idPrefix, revision, math].join(' ')
  const rendered = await store.renderer.render({ ...text, math }, { key, wait })
  const recordProblem = ({ problem }: RenderedText) => store.noteRendering(revision, problem)
  if (rendered.pending) rendered.pending.then(recordProblem, () => {})
  else recordProblem(rendered)
  return rendered
}
