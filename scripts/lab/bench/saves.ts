/**
 * Saves of a changed title through the API, each one commit, in turn with a change of the same post by
 * `git add` and `git commit` in a twin of the repository: both meet the same noise.
 */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltServer } from '../../../server/test/built-server.ts'
import { inTurns, percentile, type Result, timed } from './figures.ts'
import type { Bench } from './measured-site.ts'
import { git, type MeasuredSite } from './measured-site.ts'
import { untilQuiet } from './serving.ts'

const ROUNDS = 5
const SAVES_A_ROUND = 40
const WRITERS = 16
const SAVES_A_WRITER = 20
/** From so many posts on a site is a large one, of which more is wanted. */
const LARGE = 10_000

interface Saving {
  server: BuiltServer
  site: MeasuredSite
  /** Numbers of the saves: each is of another post than the last, and each another title. */
  numbers: Iterator<number, never>
  ms: number[]
}

function* counted(): Generator<number, never> {
  for (let number = 0; ; number += 1) yield number
}

export async function measureSaves({ posts, site, start }: Bench): Promise<Result[]> {
  const server = await start()
  try {
    await untilQuiet(server.pid)
    const saving: Saving = { server, site, numbers: counted(), ms: [] }
    const turns = { rounds: ROUNDS, middle: SAVES_A_ROUND }
    const gitMs: number[] = []
    const ratios = await inTurns(
      turns,
      () => save(saving),
      async () => {
        gitMs.push(await commitByHand(saving))
        return gitMs.at(-1) ?? 0
      },
    )
    const [p50, p99] = [percentile(saving.ms, 0.5), percentile(saving.ms, 0.99)]
    const gitP50 = percentile(gitMs, 0.5)
    const together: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      together.push(gitP50 / (await saveTogether(saving)))
    }
    const isLarge = posts >= LARGE
    const row = isLarge ? 11 : 10
    const unit = '×' as const
    const beside = `git add + git commit, ${gitP50.toFixed(1)} ms`
    return [
      {
        ...{ row, name: 'save through the API, p50', rounds: ratios, unit, beside },
        wanted: { most: isLarge ? 1.2 : 1.5 },
      },
      {
        ...{ row, name: 'save through the API, p99', rounds: [p99 / p50], unit },
        ...{ beside: `its own p50, ${p50.toFixed(1)} ms`, wanted: { most: 3 } },
      },
      {
        ...{ row: 12, name: '16 writers, saves a second', rounds: together, unit },
        ...{ beside: 'one git add + git commit after another' },
        wanted: { least: 0.9 },
      },
    ]
  } finally {
    await server.stop()
  }
}

async function save(saving: Saving): Promise<number> {
  const { server, site, numbers } = saving
  const number = numbers.next().value
  const { id = '' } = site.posts[number % site.posts.length] ?? {}
  const title = `Changed ${number}`
  const ms = await timed(() => server.call('PUT', `/posts/${id}`, { title }))
  saving.ms.push(ms)
  return ms
}

function commitByHand({ site, ms }: Saving): Promise<number> {
  const { path = '' } = site.posts[ms.length % site.posts.length] ?? {}
  appendFileSync(join(site.twinDir, path), '\nChanged.\n')
  return timed(async () => {
    await git(site.twinDir, 'add', path)
    await git(site.twinDir, 'commit', '--quiet', '-m', 'Change')
  })
}

/** Milliseconds for each of the saves that many writers make at once. */
async function saveTogether(saving: Saving): Promise<number> {
  const writer = async () => {
    for (let number = 0; number < SAVES_A_WRITER; number += 1) await save({ ...saving, ms: [] })
  }
  const ms = await timed(() => Promise.all(Array.from({ length: WRITERS }, writer)))
  return ms / (WRITERS * SAVES_A_WRITER)
}
