/** Saves through the API, in turn with `git add` and `git commit` in a clone: noise hits both. */
import { execFile } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { testEnv } from '../../../server/test/git-fixture.ts'
import { inTurns, percentile, type Result, repeated, rowOf, timed } from './figures.ts'
import { type Bench, LARGE, withServer } from './measured-site.ts'
import { untilQuiet } from './serving.ts'

const ROUNDS = 5
const SAVES_A_ROUND = 40
const WRITERS = 16
const SAVES_A_WRITER = 20

export function measureSaves(bench: Bench): Promise<Result[]> {
  const { posts, twin } = bench
  return withServer(bench, async (server) => {
    await untilQuiet(server.pid)
    const [saveMs, gitMs]: [number[], number[]] = [[], []]
    let saves = 0
    // Every save has another post and another title.
    const save = async () => {
      saves += 1
      const { id = '' } = posts[saves % posts.length] ?? {}
      const title = `Changed ${saves}`
      return timed(() => server.call('PUT', `/posts/${id}`, { title }))
    }
    // Asynchronous, as a save is.
    const options = { cwd: twin.folder, env: testEnv }
    const git = (...args: string[]) => promisify(execFile)('git', args, options)
    const commitByHand = async () => {
      const { path = '' } = posts[saves % posts.length] ?? {}
      appendFileSync(join(twin.folder, path), '\nChanged.\n')
      return timed(async () => {
        await git('add', path)
        await git('commit', '--quiet', '-m', 'Change')
      })
    }
    const recorded = (samples: number[], work: () => Promise<number>) => async () => {
      const ms = await work()
      samples.push(ms)
      return ms
    }
    const turns = { rounds: ROUNDS, samplesPerRound: SAVES_A_ROUND }
    const ratios = await inTurns(turns, recorded(saveMs, save), recorded(gitMs, commitByHand))
    const [p50, p99] = [percentile(saveMs, 0.5), percentile(saveMs, 0.99)]
    const gitP50 = percentile(gitMs, 0.5)
    const writer = () => repeated(SAVES_A_WRITER, save)
    const together = await repeated(ROUNDS, async () => {
      const ms = await timed(() => Promise.all(Array.from({ length: WRITERS }, writer)))
      return (gitP50 * WRITERS * SAVES_A_WRITER) / ms
    })
    const row = posts.length >= LARGE ? 11 : 10
    const [besideGit, besideP50] = [gitP50, p50].map((ms) => `${ms.toFixed(1)} ms`)
    const serial = 'one git add + git commit after another'
    return [
      rowOf(row, 'save through the API, p50', ratios, { max: 1.6, note: `git, ${besideGit}` }),
      rowOf(row, 'save through the API, p99', [p99 / p50], { max: 3, note: `p50, ${besideP50}` }),
      rowOf(12, '16 writers, saves a second', together, { min: 0.7, note: serial }),
    ]
  })
}
