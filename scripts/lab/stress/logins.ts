/** Logins at once with a wrong password hold up no visitor and take no memory. */
import { request } from 'node:http'
import type { BuiltServer } from '../../../server/test/built-server.ts'
import { percentile } from '../bench/figures.ts'

const PAUSE_MS = 5
const PAUSED_MS_MAX = 60_000

/** Each attempt on a new connection, while a visitor reads the home page. */
export async function loginsAtOnce(server: BuiltServer, attempts: number): Promise<object> {
  const { port } = new URL(server.address)
  await server.text('/')
  const before = server.rssMb()
  let most = before
  let isOver = false
  const reads: number[] = []
  const visitor = async () => {
    const end = performance.now() + PAUSED_MS_MAX
    while (!isOver && performance.now() < end) {
      const started = performance.now()
      await server.text('/')
      reads.push(performance.now() - started)
      most = Math.max(most, server.rssMb())
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  const reading = visitor()
  const answers = await Promise.all(Array.from({ length: attempts }, () => attempt(Number(port))))
  isOver = true
  await reading
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
  return {
    answers: counts,
    'public page, p50 and longest ms': [percentile(reads, 0.5), Math.max(...reads)].map(Math.round),
    'MB more at most': Math.round(most - before),
  }
}

function attempt(port: number): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json' }
    const path = '/api/auth/login'
    const options = { port, host: '127.0.0.1', method: 'POST', path, headers, agent: false }
    const sent = request(options, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(String(answer.statusCode)))
    })
    sent.on('error', (error) => resolve(error.message)).end('{"password":"not the one"}')
  })
}
