/**
 * Rendered texts of posts and of the about page, made by the renderer on first need. What cannot
 * be rendered becomes a problem of the post, also when the renderer finds out after its answer.
 */
import type { Log } from '../../log.ts'
import type { MarkdownRenderer, Patience, RenderedText } from '../../markdown/markdown-renderer.ts'
import { createLater } from '../files/debounce.ts'
import type { LiveContent } from '../live-content.ts'
import type { PostRecord, Snapshot } from '../records.ts'

const ABOUT_ID_PREFIX = 'p-about-'
/** How often texts are asked for again that were shown as written only for the time being. */
const ASK_AGAIN_MS = 1_000
const UNSETTLED_MAX = 100
/** From a change to the rendering of what it changed, and from one look at all texts to the next. */
const WARM_AFTER_MS = 10
const WARM_EVERY_MS = 500

export function createPostTexts(edges: {
  renderer: MarkdownRenderer
  live: LiveContent
  log: Log
}) {
  const { renderer, live, log } = edges
  const unsettled = new Map<string, PostRecord>()
  const warmLater = createLater(async () => renderer.warm(textsOf(live.snapshot())), {
    afterMs: WARM_AFTER_MS,
    everyMs: WARM_EVERY_MS,
    log,
  })
  let stopWatching: (() => void) | null = null
  const later = createLater(askAgain, { afterMs: ASK_AGAIN_MS, everyMs: ASK_AGAIN_MS, log })

  async function render(
    post: PostRecord,
    options?: { patience?: Patience },
  ): Promise<RenderedText> {
    const rendered = await renderer.render(post.content, idPrefixOf(post), options)
    if (rendered.provisional) {
      if (unsettled.size < UNSETTLED_MAX) unsettled.set(post.id, post)
      later.ask()
    } else {
      unsettled.delete(post.id)
      live.noteRendering(post, rendered.problem)
    }
    return rendered
  }

  async function askAgain(): Promise<void> {
    for (const [id, post] of unsettled) {
      if (live.snapshot().posts.get(id)?.revision === post.revision) await render(post)
      else unsettled.delete(id)
    }
  }

  return {
    render,
    html: async (post: PostRecord) => (await render(post)).html,
    htmlNow: (post: PostRecord) => renderer.renderedNow(post.content, idPrefixOf(post))?.html,
    about: () => renderer.render(live.snapshot().about.content, ABOUT_ID_PREFIX),
    /** Begins with a text that is being saved: the answer shows it, and the commit takes as long. */
    renderAhead(post: PostRecord): void {
      void renderer.render(post.content, idPrefixOf(post))
    },
    warm(): void {
      stopWatching ??= live.onSwap(warmLater.ask)
      warmLater.ask()
    },
    close(): void {
      stopWatching?.()
      warmLater.close()
      later.close()
    },
  }
}

function idPrefixOf({ id }: PostRecord): string {
  return `p-${id}-`
}

function* textsOf({ about, publicPosts }: Pick<Snapshot, 'about' | 'publicPosts'>) {
  yield { markdown: about.content, idPrefix: ABOUT_ID_PREFIX }
  for (const post of publicPosts) yield { markdown: post.content, idPrefix: idPrefixOf(post) }
}
