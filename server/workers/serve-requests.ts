/** The side of a `WorkerThread` that runs in the thread. */
import { parentPort } from 'node:worker_threads'
import { ownThread } from './cpu-time.ts'

export type ThreadMessage<Reply> =
  /** `thread` names it for `cpuTimeOf`. */
  | { type: 'ready'; thread: string | null }
  | { type: 'reply'; reply: Reply }
  | { type: 'failed'; message: string }

/** Answers each request with one reply, in order; an error that is thrown fails that request. */
export function serveRequests<Request, Reply>(
  answer: (request: Request) => Reply | Promise<Reply>,
): void {
  const port = parentPort
  if (!port) return
  const post = (message: ThreadMessage<Reply>) => port.postMessage(message)
  port.on('message', async (request: Request) => {
    try {
      post({ type: 'reply', reply: await answer(request) })
    } catch (error) {
      post({ type: 'failed', message: String(error).slice(0, 200) })
    }
  })
  post({ type: 'ready', thread: ownThread() })
}
