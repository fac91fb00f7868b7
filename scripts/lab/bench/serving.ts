/** Warm answers beside a constant one. The best round counts: noise only makes rounds slower. */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchRequest, fetchOnce, startConstant } from './constant-answer.ts'
import { type Result, repeated, rowOf } from './figures.ts'
import { type Bench, withServer } from './measured-site.ts'

interface Served {
  port: string
  pid: number
}

interface Cost {
  cpuMicros: number
  perSecond: number
}

/** A request with its row and targets, as ratios: CPU time at most, requests a second at least. */
interface MeasuredRequest extends BenchRequest {
  row: number
  name: string
  cpu: number
  perSecond?: number
}

const CONNECTIONS = 32
const ROUNDS = 6
const SECONDS = 1.5
/** Long, since a busy machine may take minutes. */
const QUIET_MS_MAX = 600_000
const QUIET_WINDOW_MS = 1000
/** The polls of an idle server take 1 to 14; reading the history takes 50 and more. */
const QUIET_TICKS = 20
/** The kernel counts CPU time in hundredths of a second. */
const TICK_MICROS = 10_000

const GZIP = { 'accept-encoding': 'gzip' }

function requests(id: string, etag: string): MeasuredRequest[] {
  const post = { row: 1, path: `/post/${id}`, cpu: 1.5, perSecond: 0.65 }
  const page = { row: 2, cpu: 1.6, perSecond: 0.6, headers: GZIP }
  const known = { 'if-none-match': etag }
  return [
    { ...post, name: 'post page', headers: {} },
    { ...post, name: 'post page, gzip', headers: GZIP },
    { ...page, name: 'home page, gzip', path: '/' },
    { ...page, name: 'essays, gzip', path: '/essays' },
    { ...page, name: 'Atom feed, gzip', path: '/feed.xml' },
    { ...page, name: 'API list of 20, gzip', path: '/api/posts/public/essay?limit=20' },
    { row: 4, name: 'post page, 304', path: post.path, headers: known, cpu: 1.3 },
  ]
}

export function measureServing(bench: Bench): Promise<Result[]> {
  return withServer(bench, async ({ address, pid }) => {
    await untilQuiet(pid)
    const ours = { port: new URL(address).port, pid }
    const id = bench.posts[0]?.id ?? ''
    const { headers } = await fetchOnce({ path: `/post/${id}`, headers: {} }, ours.port)
    const results: Result[] = []
    for (const request of requests(id, headers.etag ?? '')) {
      results.push(...(await measureRequest(request, ours)))
    }
    return results
  })
}

async function measureRequest(request: MeasuredRequest, ours: Served): Promise<Result[]> {
  const answer = await fetchOnce(request, ours.port)
  const { process: constant, address } = await startConstant(request.path, answer)
  const theirs = { port: new URL(address).port, pid: constant.pid ?? 0 }
  try {
    const both = async (): Promise<[Cost, Cost]> => [
      await load(request, ours),
      await load(request, theirs),
    ]
    // Warm-up: the constant server is new, and its code not yet compiled.
    await both()
    return rowsOf(request, await repeated(ROUNDS, both))
  } finally {
    constant.kill()
  }
}

function rowsOf({ row, name, cpu, perSecond }: MeasuredRequest, costs: [Cost, Cost][]): Result[] {
  /** The best round of each server, and the ratio of each round. */
  const figures = (figure: keyof Cost, best: typeof Math.max) => ({
    own: best(...costs.map(([ours]) => ours[figure])),
    other: best(...costs.map(([, theirs]) => theirs[figure])),
    rounds: costs.map(([ours, theirs]) => ours[figure] / theirs[figure]),
  })
  const result = (told: string, of: ReturnType<typeof figures>, target: Partial<Result>) => {
    const note = `${of.own.toFixed(1)}, constant ${of.other.toFixed(1)}`
    const verdict = { ...target, value: of.own / of.other, note }
    return rowOf(row, `${name}: ${told}`, of.rounds, verdict)
  }
  const ofCpu = result('CPU, µs', figures('cpuMicros', Math.min), { max: cpu })
  if (perSecond === undefined) return [ofCpu]
  return [ofCpu, result('requests/s', figures('perSecond', Math.max), { min: perSecond })]
}

/** Repeats one request on keep-alive connections. Here, so that the server has a core to itself. */
async function load({ path, headers }: BenchRequest, { port, pid }: Served): Promise<Cost> {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const request = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
  const counted = { answers: 0 }
  const before = cpuTicks(pid)
  const sockets = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(Number(port), '127.0.0.1').setNoDelay(true)
    repeatRequest(socket, request, counted)
    return socket
  })
  await sleep(SECONDS * 1000)
  for (const socket of sockets) socket.destroy()
  const answers = Math.max(1, counted.answers)
  const cpuMicros = ((cpuTicks(pid) - before) * TICK_MICROS) / answers
  return { cpuMicros, perSecond: answers / SECONDS }
}

/** Counts the answers. All have one length, so bytes are counted, not parsed, which is cheap. */
function repeatRequest(socket: Socket, request: string, counted: { answers: number }): void {
  let received = 0
  let answerLength = 0
  socket.on('data', (chunk) => {
    received += chunk.length
    answerLength ||= lengthOf(chunk.toString('latin1'))
    if (received < answerLength) return
    counted.answers += 1
    received = 0
    socket.write(request)
  })
  socket.write(request)
}

/** Length of a response by the head that begins it. */
function lengthOf(begin: string): number {
  const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(begin) ?? []
  return begin.indexOf('\r\n\r\n') + 4 + Number(length)
}

/** Waits until a process is idle: after its start the server reads the history. */
export async function untilQuiet(pid: number): Promise<void> {
  const end = performance.now() + QUIET_MS_MAX
  for (;;) {
    const before = cpuTicks(pid)
    await sleep(QUIET_WINDOW_MS)
    if (cpuTicks(pid) - before <= QUIET_TICKS || performance.now() > end) return
  }
}

/** CPU time of a process with its threads, in hundredths of a second (Linux). */
function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
  return Number(fields[13]) + Number(fields[14])
}
