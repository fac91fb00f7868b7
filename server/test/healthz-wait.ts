/** How long another request waits while the server is busy with something. */
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** Between two questions, so that the questions are not what keeps the server busy. */
const PAUSE_MS = 2

/** The longest that `/healthz` at the address took, in milliseconds, while `work` was under way. */
export async function longestWait<T>(
  address: string,
  work: () => Promise<T>,
): Promise<{ longest: number; result: T }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await healthz(address, agent)
  let isDone = false
  let longest = 0
  const asking = (async () => {
    while (!isDone) {
      longest = Math.max(longest, await healthz(address, agent))
      await sleep(PAUSE_MS)
    }
  })()
  try {
    const result = await work().finally(() => {
      isDone = true
    })
    // The last one was asked while the work went on.
    await asking
    return { longest, result }
  } finally {
    agent.destroy()
  }
}

/** Milliseconds until the whole answer is there. */
function healthz(address: string, agent: Agent): Promise<number> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    get(`${address}/healthz`, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(performance.now() - start))
      response.on('error', reject)
    }).on('error', reject)
  })
}
