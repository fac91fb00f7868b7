/** Renders one text after the other, in a thread that can be ended when a text takes too long. */
import { parentPort } from 'node:worker_threads'
import { renderMarkdown } from './markdown-pipeline.ts'

export interface RenderTask {
  markdown: string
  idPrefix: string
}

/** `ready` comes once; then one answer for each task, in order. */
export type WorkerMessage =
  | { type: 'ready' }
  | { type: 'done'; html: string }
  | { type: 'failed'; reason: 'overflow' | 'too_large' | 'fault'; message: string }

/** HTML of a text of 512 KiB has a few times its size; more is a text made to be large. */
const HTML_LENGTH_MAX = 8 * 1024 * 1024

/** Has the shapes of a usual post, so that the first real one meets compiled code. */
const WARM_UP =
  '# A\n\n*b* **c** [d](/e) `f`\n\n- g\n\n> h\n\n| i |\n|---|\n| j |\n\n```js\nk(1)\n```\n'

function render({ markdown, idPrefix }: RenderTask): WorkerMessage {
  try {
    const html = renderMarkdown(markdown, idPrefix)
    if (html.length <= HTML_LENGTH_MAX) return { type: 'done', html }
    return { type: 'failed', reason: 'too_large', message: `${html.length} characters` }
  } catch (error) {
    const reason = error instanceof RangeError ? 'overflow' : 'fault'
    return { type: 'failed', reason, message: String(error).slice(0, 200) }
  }
}

const port = parentPort
if (port) {
  render({ markdown: WARM_UP, idPrefix: '' })
  port.on('message', (task: RenderTask) => port.postMessage(render(task)))
  port.postMessage({ type: 'ready' } satisfies WorkerMessage)
}
