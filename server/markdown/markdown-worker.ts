/** Renders texts one at a time, in a thread that is terminated when a text takes too long. */
import { parentPort } from 'node:worker_threads'
import { type MarkdownText, mathFor, renderMarkdown } from './markdown-pipeline.ts'
import type { RenderReply } from './markdown-renderer.ts'

/** The html of a 512 KiB text is a few times its size; more is malicious. */
const HTML_LENGTH_MAX = 8 * 1024 * 1024

/** Resembles a typical post, so the code is compiled before the first real one. */
const WARM_UP =
  '# A\n\n*b* **c** [d](/e) `f`\n\n- g\n\n> h\n\n| i |\n|---|\n| j |\n\n```js\nk(1)\n```\n'

async function render(text: MarkdownText): Promise<RenderReply> {
  try {
    const rendered = renderMarkdown(text, await mathFor(text))
    const { length } = rendered.html
    if (length <= HTML_LENGTH_MAX) return rendered
    return { failure: 'too_large', message: `${length} characters` }
  } catch (error) {
    const failure = error instanceof RangeError ? 'overflow' : 'fault'
    return { failure, message: String(error).slice(0, 200) }
  }
}

void render({ markdown: WARM_UP, idPrefix: '' })
parentPort?.on('message', async (text) => parentPort?.postMessage(await render(text)))
