/**
 * Rendered texts of posts and of the about page, made by the renderer on first need. What cannot
 * be rendered becomes a problem of the post, also when the renderer finds out after its answer.
 */
import type { Log } from '../../log.ts'
import type { MarkdownRenderer, Patience, RenderedText } from '../../markdown/markdown-renderer.ts'
import { Debounce } from '../../workers/debounce.ts'
import type { LiveContent } from '../live-content.ts'
import type { PostRecord, Snapshot } from '../records.ts'

const ABOUT_ID_PREFIX = 'p-about-'
/** How often texts are asked for again that were shown as written only for the time being. */
const ASK_AGAIN_MS = 1_000
const UNSETTLED_MAX = 100
/** From a change to the rendering of what it changed, and from one look at all texts to the next. */
const WARM_AFTER_MS = 10
const WARM_EVERY_MS = 500

interface PostTextDeps {
  renderer: MarkdownRenderer
  live: LiveContent
  log: Log
}

export class PostTexts {
  readonly #deps: PostTextDeps
  readonly #unsettled = new Map<string, PostRecord>()
  readonly #warming: Debounce
  readonly #askingAgain: Debounce
  #stopWatching: (() => void) | null = null

  constructor(deps: PostTextDeps) {
    const { renderer, live, log } = deps
    this.#deps = deps
    this.#warming = new Debounce(async () => renderer.warm(textsOf(live.snapshot())), {
      quietMs: WARM_AFTER_MS,
      everyMs: WARM_EVERY_MS,
      failure: 'Texts could not be rendered ahead',
      log,
    })
    this.#askingAgain = new Debounce(() => this.#askAgain(), {
      quietMs: ASK_AGAIN_MS,
      everyMs: ASK_AGAIN_MS,
      failure: 'Texts could not be rendered again',
      log,
    })
  }

  async render(post: PostRecord, options?: { patience?: Patience }): Promise<RenderedText> {
    const { renderer, live } = this.#deps
    const rendered = await renderer.render(post.content, idPrefixOf(post), options)
    if (rendered.isFallback) {
      if (this.#unsettled.size < UNSETTLED_MAX) this.#unsettled.set(post.id, post)
      this.#askingAgain.ask()
    } else {
      this.#unsettled.delete(post.id)
      live.noteRendering(post, rendered.problem)
    }
    return rendered
  }

  htmlNow(post: PostRecord): string | undefined {
    return this.#deps.renderer.renderedNow(post.content, idPrefixOf(post))?.html
  }

  about(): Promise<RenderedText> {
    const { renderer, live } = this.#deps
    return renderer.render(live.snapshot().about.content, ABOUT_ID_PREFIX)
  }

  /** Begins with a text that is being saved: the answer shows it, and the commit takes as long. */
  renderAhead(post: PostRecord): void {
    void this.#deps.renderer.render(post.content, idPrefixOf(post))
  }

  warm(): void {
    this.#stopWatching ??= this.#deps.live.onSwap(() => this.#warming.ask())
    this.#warming.ask()
  }

  close(): void {
    this.#stopWatching?.()
    this.#warming.close()
    this.#askingAgain.close()
  }

  async #askAgain(): Promise<void> {
    const { live } = this.#deps
    for (const [id, post] of this.#unsettled) {
      if (live.snapshot().posts.get(id)?.revision === post.revision) await this.render(post)
      else this.#unsettled.delete(id)
    }
  }
}

function idPrefixOf({ id }: PostRecord): string {
  return `p-${id}-`
}

function* textsOf({ about, publicPosts }: Pick<Snapshot, 'about' | 'publicPosts'>) {
  yield { markdown: about.content, idPrefix: ABOUT_ID_PREFIX }
  for (const post of publicPosts) yield { markdown: post.content, idPrefix: idPrefixOf(post) }
}
