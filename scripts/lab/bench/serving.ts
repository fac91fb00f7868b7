/**
 * Warm answers beside a constant Fastify server with the same bytes and headers: CPU time of a
 * request and requests a second. The best round of each counts: the machine is never quiet, but it is
 * seldom quieter than it can be.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { answerTo, type Question, startConstant } from './constant-answer.ts'
import { type Result, repeated } from './figures.ts'
import { type Bench, withServer } from './measured-site.ts'

interface Served {
  port: string
  pid: number
}

interface Cost {
  cpuMicros: number
  perSecond: number
}

/** A question, its row, and what is wanted: CPU time at most, requests a second at least. */
interface Asked extends Question {
  row: number
  name: string
  cpu: number
  perSecond?: number
}

const CONNECTIONS = '32'
const ROUNDS = 6
const SECONDS = 1.5
/** On a busy machine that may be a while. */
const QUIET_MS_MAX = 600_000
const QUIET_WINDOW_MS = 1000
const QUIET_TICKS = 1
/** The kernel counts CPU time in hundredths of a second. */
const TICK_MICROS = 10_000

const GZIP = { 'accept-encoding': 'gzip' }

function questions(id: string, etag: string): Asked[] {
  const post = { row: 1, path: `/post/${id}`, cpu: 1.3, perSecond: 0.75 }
  const page = { row: 2, cpu: 1.4, perSecond: 0.7, headers: GZIP }
  const list = '/api/posts/public/essay'
  const known = { 'if-none-match': etag }
  return [
    { ...post, name: 'post page', headers: {} },
    { ...post, name: 'post page, gzip', headers: GZIP },
    { ...page, name: 'home page, gzip', path: '/' },
    { ...page, name: 'essays, gzip', path: '/essays' },
    { ...page, name: 'Atom feed, gzip', path: '/feed.xml' },
    { ...page, name: 'API list of 20, gzip', path: `${list}?limit=20` },
    { row: 3, name: 'API list of all, gzip', path: list, headers: GZIP, cpu: 1.3 },
    { row: 4, name: 'post page, 304', path: post.path, headers: known, cpu: 1.3 },
  ]
}

export function measureServing(bench: Bench): Promise<Result[]> {
  return withServer(bench, async ({ address, pid }) => {
    await untilQuiet(pid)
    const ours = { port: new URL(address).port, pid }
    const id = bench.posts[0]?.id ?? ''
    const { headers } = await answerTo({ path: `/post/${id}`, headers: {} }, ours.port)
    const results: Result[] = []
    for (const asked of questions(id, headers.etag ?? '')) {
      results.push(...(await measureQuestion(asked, bench.folder, ours)))
    }
    return results
  })
}

async function measureQuestion(asked: Asked, folder: string, ours: Served): Promise<Result[]> {
  const answer = await answerTo(asked, ours.port)
  const { process: constant, address } = await startConstant(folder, asked.path, answer)
  const theirs = { port: new URL(address).port, pid: constant.pid ?? 0 }
  try {
    const both = async (): Promise<[Cost, Cost]> => [
      await load(asked, ours),
      await load(asked, theirs),
    ]
    // Ours has been at work since its start; a constant one is new and not yet compiled.
    await both()
    return resultsOf(asked, await repeated(ROUNDS, both))
  } finally {
    constant.kill()
  }
}

function resultsOf({ row, name, cpu, perSecond }: Asked, costs: [Cost, Cost][]): Result[] {
  /** The best of each side, and the ratio of each round. */
  const figures = (figure: keyof Cost, best: typeof Math.max) => ({
    own: best(...costs.map(([ours]) => ours[figure])),
    other: best(...costs.map(([, theirs]) => theirs[figure])),
    rounds: costs.map(([ours, theirs]) => ours[figure] / theirs[figure]),
  })
  const result = (told: string, of: ReturnType<typeof figures>, wanted: Result['wanted']) => ({
    ...{ row, name: `${name}: ${told}`, rounds: of.rounds, value: of.own / of.other, wanted },
    ...{ unit: '×' as const, beside: `${of.own.toFixed(1)}, constant ${of.other.toFixed(1)}` },
  })
  const ofCpu = result('CPU, µs', figures('cpuMicros', Math.min), { most: cpu })
  if (perSecond === undefined) return [ofCpu]
  return [ofCpu, result('requests/s', figures('perSecond', Math.max), { least: perSecond })]
}

async function load({ path, headers }: Question, { port, pid }: Served): Promise<Cost> {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const text = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
  const before = cpuTicks(pid)
  const args = ['scripts/lab/bench/load-client.mjs', port, text, CONNECTIONS, String(SECONDS)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const answers = Math.max(1, Number(stdout))
  const cpuMicros = ((cpuTicks(pid) - before) * TICK_MICROS) / answers
  return { cpuMicros, perSecond: answers / SECONDS }
}

/** Waits while a process works by itself: after its start the server reads the history. */
export async function untilQuiet(pid: number): Promise<void> {
  const end = performance.now() + QUIET_MS_MAX
  for (;;) {
    const before = cpuTicks(pid)
    await sleep(QUIET_WINDOW_MS)
    if (cpuTicks(pid) - before <= QUIET_TICKS || performance.now() > end) return
  }
}

/** CPU time of a process, its threads included, in hundredths of a second (Linux). */
function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
  return Number(fields[13]) + Number(fields[14])
}
