/**
 * Rendered texts of posts and of the about page, made by the renderer on first need. What cannot
 * be rendered becomes a problem of the post, also when the renderer finds out after its answer.
 */
import { LIST_PAGE_SIZE } from '#domain/post.ts'
import type { Site } from '#domain/site.ts'
import type { BlobId } from '../../git/repository.ts'
import type { Log } from '../../log.ts'
import type {
  MarkdownRenderer,
  MarkdownText,
  Patience,
  RenderedText,
  TextOptions,
} from '../../markdown/markdown-renderer.ts'
import { Debounce } from '../../workers/debounce.ts'
import type { LiveContent } from '../live-content.ts'
import type { PostRecord, Snapshot } from '../records.ts'

const ABOUT_ID_PREFIX = 'p-about-'
const ABOUT_PATH = 'about.md'
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
  readonly #warming: Debounce
  readonly #stopListening: () => void
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
    this.#stopListening = renderer.onRendered((text, rendered) => this.#noteText(text, rendered))
  }

  async render(post: PostRecord, options?: { patience?: Patience }): Promise<RenderedText> {
    const rendered = await this.#deps.renderer.render(post.content, idPrefixOf(post), {
      ...options,
      ...this.#optionsOf(post),
    })
    this.#note(post.path, post.revision, rendered)
    return rendered
  }

  /** As `render`, the html alone. */
  async html(post: PostRecord): Promise<string> {
    return (await this.render(post)).html
  }

  about(): Promise<RenderedText> {
    const { renderer, live } = this.#deps
    const { about, site } = live.snapshot()
    return renderer.render(about.content, ABOUT_ID_PREFIX, { math: site.math })
  }

  /** Begins with a text that is being saved: the answer shows it, and the commit takes as long. */
  renderAhead(post: PostRecord): void {
    void this.#deps.renderer.render(post.content, idPrefixOf(post), this.#optionsOf(post))
  }

  warm(): void {
    this.#stopWatching ??= this.#deps.live.onSwap(() => this.#warming.ask())
    this.#warming.ask()
  }

  close(): void {
    this.#stopWatching?.()
    this.#warming.close()
    this.#stopListening()
  }

  #optionsOf(post: PostRecord): TextOptions {
    return optionsOf(post, this.#deps.live.snapshot().site)
  }

  /** Notes what a rendering has found out about a text, if that is what is shown now. */
  #noteText({ markdown, idPrefix }: MarkdownText, rendered: RenderedText): void {
    const { live } = this.#deps
    const { about, posts } = live.snapshot()
    if (idPrefix === ABOUT_ID_PREFIX && about.content === markdown) {
      this.#note(ABOUT_PATH, live.revisionOf(ABOUT_PATH), rendered)
    }
    const post = posts.get(idIn(idPrefix))
    if (post?.content === markdown) this.#note(post.path, post.revision, rendered)
  }

  #note(path: string, revision: BlobId | null, { problem, isFallback }: RenderedText): void {
    // Of a text that is not rendered yet nothing is known.
    if (revision === null || (isFallback && problem === null)) return
    this.#deps.live.noteRendering({ path, revision }, problem)
  }
}

function idPrefixOf({ id }: PostRecord): string {
  return `p-${id}-`
}

function idIn(idPrefix: string): string {
  return idPrefix.slice('p-'.length, -'-'.length)
}

/** The title stands above the text wherever the text is shown. */
function optionsOf({ title }: PostRecord, { math }: Site): TextOptions {
  return { title, math }
}

/** Every text, those on the home page first: it is what most visitors open. */
function* textsOf({ about, publicPosts, publicByType, site }: Snapshot): Generator<MarkdownText> {
  const onHome = new Set(publicByType.get('short')?.slice(0, LIST_PAGE_SIZE))
  for (const post of onHome) yield textOf(post, site)
  yield { markdown: about.content, idPrefix: ABOUT_ID_PREFIX, math: site.math }
  for (const post of publicPosts) if (!onHome.has(post)) yield textOf(post, site)
}

function textOf(post: PostRecord, site: Site): MarkdownText {
  return { markdown: post.content, idPrefix: idPrefixOf(post), ...optionsOf(post, site) }
}
