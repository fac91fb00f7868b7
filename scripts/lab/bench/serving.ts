/**
 * Warm answers beside a constant Fastify server with the same bytes and headers: CPU time of a
 * request and requests a second. The best round of each counts: the machine is never quiet, but it is
 * seldom quieter than it can be.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { answerTo, type Question, startConstant, withEtag } from './constant-answer.ts'
import type { Result } from './figures.ts'
import type { Bench } from './measured-site.ts'

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
  cpu: number
  perSecond?: number
}

const CONNECTIONS = 32
const ROUNDS = 6
const SECONDS = 1.5
/** On a busy machine that may be a while. */
const QUIET_MS_MAX = 600_000
const QUIET_WINDOW_MS = 1000
const QUIET_TICKS = 1
/** The kernel counts CPU time in hundredths of a second. */
const TICK_MICROS = 10_000

const GZIP = { 'accept-encoding': 'gzip' }

function questions(id: string): Asked[] {
  const post = { row: 1, path: `/post/${id}`, cpu: 1.3, perSecond: 0.75 }
  const page = { row: 2, cpu: 1.4, perSecond: 0.7, headers: GZIP }
  return [
    { ...post, name: 'post page', headers: {} },
    { ...post, name: 'post page, gzip', headers: GZIP },
    { ...page, name: 'home page, gzip', path: '/' },
    { ...page, name: 'essays, gzip', path: '/essays' },
    { ...page, name: 'Atom feed, gzip', path: '/feed.xml' },
    { ...page, name: 'API list of 20, gzip', path: '/api/posts/public/essay?limit=20' },
    {
      ...{ row: 3, name: 'API list of all, gzip', path: '/api/posts/public/essay' },
      ...{ headers: GZIP, cpu: 1.3 },
    },
    {
      ...{ row: 4, name: 'post page, 304', path: post.path },
      ...{ headers: { 'if-none-match': '' }, cpu: 1.3 },
    },
  ]
}

export async function measureServing({ folder, site, start }: Bench): Promise<Result[]> {
  const server = await start()
  try {
    await untilQuiet(server.pid)
    const ours = { port: new URL(server.address).port, pid: server.pid }
    const results: Result[] = []
    for (const asked of questions(site.posts[0]?.id ?? '')) {
      results.push(...(await measureQuestion(asked, { folder, ours })))
    }
    return results
  } finally {
    await server.stop()
  }
}

async function measureQuestion(
  question: Asked,
  { folder, ours }: { folder: string; ours: Served },
): Promise<Result[]> {
  const asked = { ...question, ...(await withEtag(question, ours.port)) }
  const answer = await answerTo(asked, ours.port)
  const { process: constant, address } = await startConstant({ folder, question: asked, answer })
  const theirs = { port: new URL(address).port, pid: constant.pid ?? 0 }
  try {
    const sides = [ours, theirs]
    // Ours has been at work since its start; a constant one is new and not yet compiled.
    for (const side of sides) await load(asked, side)
    const costs: Cost[][] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const both: Cost[] = []
      for (const side of sides) both.push(await load(asked, side))
      costs.push(both)
    }
    return resultsOf(asked, costs)
  } finally {
    constant.kill()
  }
}

function resultsOf({ row, name, cpu, perSecond }: Asked, costs: Cost[][]): Result[] {
  const of = (side: number, figure: keyof Cost) => costs.map((both) => both[side]?.[figure] ?? 0)
  const ratios = (figure: keyof Cost) =>
    of(0, figure).map((value, round) => value / (of(1, figure)[round] ?? 1))
  const best = { cpuMicros: Math.min, perSecond: Math.max }
  const value = (figure: keyof Cost) =>
    best[figure](...of(0, figure)) / best[figure](...of(1, figure))
  const micros = best.cpuMicros(...of(0, 'cpuMicros')).toFixed(1)
  const rate = best.perSecond(...of(0, 'perSecond')).toFixed(0)
  const common = { row, unit: '×' as const }
  const result: Result[] = [
    {
      ...common,
      name: `${name}: CPU`,
      rounds: ratios('cpuMicros'),
      value: value('cpuMicros'),
      beside: `${micros} µs a request, beside a constant answer`,
      wanted: { most: cpu },
    },
  ]
  if (perSecond !== undefined) {
    result.push({
      ...common,
      name: `${name}: requests/s`,
      rounds: ratios('perSecond'),
      value: value('perSecond'),
      beside: `${rate} a second, beside a constant answer`,
      wanted: { least: perSecond },
    })
  }
  return result
}

async function load({ path, headers }: Question, { port, pid }: Served): Promise<Cost> {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const text = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
  const before = cpuTicks(pid)
  const { stdout } = await promisify(execFile)(process.execPath, [
    'scripts/lab/bench/load-client.mjs',
    port,
    text,
    String(CONNECTIONS),
    String(SECONDS),
  ])
  const answers = Math.max(1, Number(stdout))
  return {
    cpuMicros: ((cpuTicks(pid) - before) * TICK_MICROS) / answers,
    perSecond: answers / SECONDS,
  }
}

/** Waits while a process works by itself: after its start the server reads the history. */
export async function untilQuiet(pid: number): Promise<void> {
  const end = performance.now() + QUIET_MS_MAX
  for (;;) {
    const before = cpuTicks(pid)
    await setTimeout(QUIET_WINDOW_MS)
    if (cpuTicks(pid) - before <= QUIET_TICKS || performance.now() > end) return
  }
}

/** CPU time of a process, its threads included, in hundredths of a second (Linux). */
function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
  return Number(fields[13]) + Number(fields[14])
}
