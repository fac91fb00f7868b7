/** Two hundred readers and ten saves a second; every read is a state that was. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BuiltServer } from '../../../server/test/built-server.ts'
import { percentile } from '../bench/figures.ts'

const READERS = 200
const SAVE_EVERY_MS = 100

/** Saves number a post's title upwards; a reader who has seen one never sees a lower one. */
export async function loadWithWrites(of: {
  server: BuiltServer
  ids: readonly string[]
  seconds: number
}): Promise<object> {
  const { server, ids, seconds } = of
  const [written = ''] = ids
  const { port } = new URL(server.address)
  const agent = new Agent({ keepAlive: true, maxSockets: READERS })
  const end = performance.now() + seconds * 1_000
  const reads: number[] = []
  const saves: number[] = []
  const faults: string[] = []
  let acked = 0

  const reader = async (number: number) => {
    let seen = 0
    for (let turn = number; performance.now() < end; turn += 1) {
      const isWritten = turn % 3 === 0
      const path = isWritten ? `/post/${written}` : `/post/${ids[turn % ids.length]}`
      const started = performance.now()
      const ackedBefore = acked
      const { status, text } = await get({ agent, port: Number(port), path })
      reads.push(performance.now() - started)
      if (status !== 200) faults.push(`${path}: ${status}`)
      if (!isWritten || status !== 200) continue
      const shown = Number(/<title>Version (\d+) /.exec(text)?.[1] ?? 0)
      if (shown < Math.max(seen, ackedBefore)) faults.push(`${shown} after ${seen}, ${ackedBefore}`)
      seen = shown
    }
  }
  const writer = async () => {
    for (let version = 1; performance.now() < end; version += 1) {
      const started = performance.now()
      try {
        await server.call('PUT', `/posts/${written}`, { title: `Version ${version}` })
        acked = version
        saves.push(performance.now() - started)
      } catch (error) {
        faults.push(String(error))
      }
      await sleep(Math.max(0, SAVE_EVERY_MS - (performance.now() - started)))
    }
  }
  await Promise.all([writer(), ...Array.from({ length: READERS }, (_, n) => reader(n))])
  agent.destroy()
  const ms = (samples: number[]) => [0.5, 0.95, 0.99].map((p) => Math.round(percentile(samples, p)))
  return {
    reads: reads.length,
    'reads, p50 p95 p99 ms': ms(reads),
    saves: saves.length,
    'saves, p50 p95 p99 ms': ms(saves),
    faults: faults.slice(0, 10),
  }
}

function get(of: { agent: Agent; port: number; path: string }) {
  return new Promise<{ status: number; text: string }>((resolve) => {
    const sent = request({ ...of, host: '127.0.0.1' }, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      resolve({ status: answer.statusCode ?? 0, text })
    })
    sent.on('error', (error) => resolve({ status: 0, text: error.message })).end()
  })
}
