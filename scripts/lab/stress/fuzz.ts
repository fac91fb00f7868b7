/** Requests of any kind. Nothing breaks, and without a token nothing is written. */
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { BuiltServer } from '../../../server/test/built-server.ts'
import { createDice, type Dice } from '../dice.ts'
import { BODIES, GARBAGE, METHODS, ODD, PLACES, QUERIES } from './odd-requests.ts'

const AT_ONCE = 24
const EXAMPLES_MAX = 10
const RAW_MS_MAX = 500
const WARM_UP = 2_000

/** Sends the requests; what was answered with 5xx is named. */
export async function fuzz(of: {
  server: BuiltServer
  ids: readonly string[]
  requests: number
  seed: number
}): Promise<object> {
  const { server, ids } = of
  const dice = createDice(of.seed)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const port = Number(new URL(server.address).port)
  const statuses: Record<string, number> = {}
  const faults: string[] = []
  const writes: string[] = []

  const one = async () => {
    if (dice.chance(0.03)) return count(await raw(port, dice.oneOf(GARBAGE)))
    const method = dice.oneOf(METHODS)
    const path = pathOf(dice, ids)
    const { status, text } = await send({ agent, port, method, path, dice })
    count(String(status))
    if (status >= 500 && faults.length < EXAMPLES_MAX) {
      faults.push(`${method} ${path.slice(0, 120)}: ${status} ${text.slice(0, 120)}`)
    }
    const isWrite = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
    if (isWrite && status >= 200 && status < 300) writes.push(`${method} ${path}: ${status}`)
  }
  const count = (status: string) => {
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  let left = 0
  const run = async (requests: number) => {
    left = requests
    const worker = async () => {
      while (left > 0) {
        left -= 1
        await one()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }
  await run(Math.min(WARM_UP, of.requests))
  const before = server.rssMb()
  await run(of.requests)
  agent.destroy()
  return {
    statuses,
    faults,
    'writes without a token': writes,
    'MB before and after': [before, server.rssMb()].map(Math.round),
  }
}

function pathOf(dice: Dice, ids: readonly string[]): string {
  let path = dice.oneOf(PLACES)
  if (path.endsWith('/') && dice.chance(0.7)) path += dice.oneOf(ids)
  if (dice.chance(0.3)) path += dice.oneOf(ODD)
  if (dice.chance(0.1)) path += `/${dice.oneOf(ODD)}`
  if (dice.chance(0.4)) path += `?${dice.oneOf(QUERIES)}`
  if (dice.chance(0.1)) path += `&${dice.oneOf(QUERIES)}`
  // What Node's client refuses to send goes out encoded.
  return path.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character))
}

function headersOf(dice: Dice, body: string): Record<string, string> {
  const headers: Record<string, string> = {}
  if (dice.chance(0.5)) headers['accept-encoding'] = dice.oneOf(['gzip', 'br', 'br;q=0', '*', 'x'])
  if (dice.chance(0.2)) headers['if-none-match'] = dice.oneOf(['*', 'W/"x"', '"', ',,,'])
  if (dice.chance(0.2)) headers.authorization = dice.oneOf(['Bearer x', 'Bearer', 'Basic eDp5'])
  if (dice.chance(0.1)) headers.host = dice.oneOf(['evil.example', '[::1', 'a b'])
  if (dice.chance(0.1)) headers['if-match'] = dice.oneOf(['*', '"x"'])
  if (dice.chance(0.1)) headers.range = dice.oneOf(['bytes=0-4', 'bytes=9-1', 'x'])
  if (body !== '' || dice.chance(0.2)) {
    headers['content-type'] = dice.oneOf(['application/json', 'text/plain', 'application/xml', '/'])
  }
  return headers
}

function send(of: { agent: Agent; port: number; method: string; path: string; dice: Dice }) {
  const { agent, port, method, path, dice } = of
  const body = method === 'GET' || method === 'HEAD' ? '' : dice.oneOf(BODIES)
  return new Promise<{ status: number; text: string }>((resolve) => {
    const options = { agent, port, host: '127.0.0.1', method, path, headers: headersOf(dice, body) }
    const sent = request(options, async (answer) => {
      let text = ''
      try {
        for await (const chunk of answer) if (text.length < 300) text += chunk
      } catch {
        // Cut off: the status is known all the same.
      }
      resolve({ status: answer.statusCode ?? 0, text })
    })
    sent.on('error', () => resolve({ status: 0, text: '' }))
    sent.end(body)
  })
}

/** The status of the first answer to bytes that may be no request; `cut` when there is none. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    const done = () => {
      socket.destroy()
      resolve(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'cut')
    }
    socket.setTimeout(RAW_MS_MAX, done)
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      if (answer.includes('\r\n')) done()
    })
    socket.on('error', done).on('close', done)
  })
}
