/**
 * Measures what a warm answer costs beside a constant one with the same bytes and headers:
 * `node scripts/lab/run-ts.mjs scripts/lab/bench/serving.ts --posts 1000`. The two servers take turns, and the
 * best round of each counts: the machine is never quiet, but it is seldom quieter than it can be.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { startBuiltServer } from '../built-server.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { type Question, settledAnswer, startConstant, withEtag } from './constant-answer.ts'
import { makeSite } from './measured-site.ts'

interface Served {
  port: string
  pid: number
  folder: string
}

/** Best of all rounds. */
interface Cost {
  cpuMicros: number
  perSecond: number
}

const WORST: Cost = { cpuMicros: Number.POSITIVE_INFINITY, perSecond: 0 }
const CONNECTIONS = 32
/** Rendering ahead takes half of a core; on a busy machine that may be a while. */
const QUIET_MS_MAX = 600_000
const QUIET_WINDOW_MS = 1000
const QUIET_TICKS = 1
/** The kernel counts CPU time in hundredths of a second. */
const TICK_MICROS = 10_000
const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '1.5' },
  },
})

await inTemporaryFolder('serving', measureServing)

async function measureServing(folder: string): Promise<void> {
  const site = await makeSite({ folder, posts: Number(values.posts), seed: 1 })
  const stateDir = join(folder, 'state')
  const server = await startBuiltServer({ contentDir: site.contentDir, stateDir })
  try {
    const ours = { port: new URL(server.address).port, pid: server.pid, folder }
    await untilQuiet(server.pid)
    console.log(`${values.posts} posts; ours beside a constant Fastify answer`)
    console.log(row(['', 'bytes', 'CPU µs', 'constant', 'ratio', 'per s', 'constant', 'ratio']))
    for (const question of questions(site.posts[0]?.id ?? '')) {
      console.log(await measureQuestion(question, ours))
    }
  } finally {
    await server.stop()
  }
}

function questions(id: string): Question[] {
  const gzip = { 'accept-encoding': 'gzip' }
  const post = `/post/${id}`
  return [
    { name: 'post page', path: post, headers: {} },
    { name: 'post page, gzip', path: post, headers: gzip },
    { name: 'post page, br', path: post, headers: { 'accept-encoding': 'br' } },
    { name: 'home page, gzip', path: '/', headers: gzip },
    { name: 'essays, gzip', path: '/essays', headers: gzip },
    { name: 'Atom feed, gzip', path: '/feed.xml', headers: gzip },
    { name: 'API list of 20, gzip', path: '/api/posts/public/essay?limit=20', headers: gzip },
    { name: 'API list of all, gzip', path: '/api/posts/public/essay', headers: gzip },
    { name: 'post page, 304', path: post, headers: { 'if-none-match': '' } },
  ]
}

async function measureQuestion(question: Question, ours: Served): Promise<string> {
  const asked = await withEtag(question, ours.port)
  const answer = await settledAnswer(asked, ours.port)
  const child = await startConstant({ folder: ours.folder, question: asked, answer })
  try {
    const constant = { ...ours, port: new URL(child.address).port, pid: child.process.pid ?? 0 }
    // Ours has been at work since its start; the constant one is new and not yet compiled.
    await load(asked, constant)
    const costs: [Cost, Cost] = [WORST, WORST]
    for (let round = 0; round < Number(values.rounds); round += 1) {
      costs[0] = best(costs[0], await load(asked, ours))
      costs[1] = best(costs[1], await load(asked, constant))
    }
    return rowOf(question.name, answer.body.length, costs)
  } finally {
    child.process.kill()
  }
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
    values.seconds,
  ])
  const answers = Math.max(1, Number(stdout))
  return {
    cpuMicros: ((cpuTicks(pid) - before) * TICK_MICROS) / answers,
    perSecond: answers / Number(values.seconds),
  }
}

/** Waits while a process works by itself: after its start the server renders ahead. */
async function untilQuiet(pid: number): Promise<void> {
  const end = performance.now() + QUIET_MS_MAX
  for (;;) {
    const before = cpuTicks(pid)
    await setTimeout(QUIET_WINDOW_MS)
    if (cpuTicks(pid) - before <= QUIET_TICKS || performance.now() > end) return
  }
}

/** CPU time of a process, its threads included (Linux). */
function cpuTicks(pid: number): number {
  const [, , , , , , , , , , , , , user = '0', system = '0'] = readFileSync(
    `/proc/${pid}/stat`,
    'utf8',
  ).split(' ')
  return Number(user) + Number(system)
}

function best(a: Cost, b: Cost): Cost {
  return {
    cpuMicros: Math.min(a.cpuMicros, b.cpuMicros),
    perSecond: Math.max(a.perSecond, b.perSecond),
  }
}

function rowOf(name: string, bytes: number, [ours, constant]: [Cost, Cost]): string {
  return row([
    name,
    String(bytes),
    ours.cpuMicros.toFixed(1),
    constant.cpuMicros.toFixed(1),
    `${(ours.cpuMicros / constant.cpuMicros).toFixed(2)}×`,
    ours.perSecond.toFixed(0),
    constant.perSecond.toFixed(0),
    `${(ours.perSecond / constant.perSecond).toFixed(2)}×`,
  ])
}

function row([name = '', ...cells]: string[]): string {
  return name.padEnd(24) + cells.map((cell) => cell.padStart(10)).join('')
}
