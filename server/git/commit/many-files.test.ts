/** Whatever is done to thousands of files leaves others their turns, and finds each file at once. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  type Fixture,
  faultsOf,
  fixtureIn,
  makeFolder,
  makeRepository,
} from '../../test/git-fixture.ts'
import type { Planner, Repository } from '../repository.ts'

const FILES = 500
/** Each file takes some twenty; without pauses all steps of all files are done in one turn. */
const STEPS_MAX = 10 * FILES
const RULES = { merge: async () => null, copy: () => null }

const paths = Array.from({ length: FILES }, (_, at) => `posts/p${at}.md`)
const filesOf = (text: string) => Object.fromEntries(paths.map((path) => [path, text]))

/** Counts what is done to the disk between two turns of others. */
class StepCounter {
  #steps = 0
  most = 0
  readonly #timer = setInterval(() => this.#reset(), 0)

  readonly faults = (_: string, moment: 'before' | 'after') => {
    if (moment === 'after') return
    this.#steps += 1
    this.most = Math.max(this.most, this.#steps)
  }

  #reset(): void {
    this.#steps = 0
  }

  end(): number {
    clearInterval(this.#timer)
    return this.most
  }
}

const changingAll =
  (text: string): Planner<null> =>
  async (tree) => {
    const changes: { path: string; bytes: Buffer }[] = []
    for (const path of paths) {
      const file = await tree.read(path)
      changes.push({ path, bytes: Buffer.from(`${file?.bytes ?? ''}${text}`) })
    }
    return { changes, subject: 'All of them', value: null }
  }

it('a commit of many files leaves others their turns, however it comes', async () => {
  const author = makeRepository(filesOf('A\n'))
  const counter = new StepCounter()
  const repository = await author.open({ faults: counter.faults, lockWaitMs: 60_000 })
  const steps: Record<string, number> = {}
  const counted = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    counter.most = 0
    const result = await work()
    steps[name] = counter.most
    return result
  }

  const saved = await counted('saved', () => repository.write(changingAll('B\n')))
  await counted('undone', () => repository.write(undoing(repository, `${saved.commit}`)))
  expect(author.text('posts/p9.md')).toBe('A\n')
  author.git('reset', '-q', '--hard', 'HEAD^')
  author.git('commit', '-q', '--allow-empty', '-m', 'Another way')
  const lost = (await repository.displaced()).map(({ commit }) => commit)
  await counted('restored', () => repository.write(redoing(repository, `${lost[0]}`)))
  expect(author.text('posts/p9.md')).toBe('A\n')
  await counted('pulled', () => repository.integrate(commitElsewhere(author), RULES))
  expect(author.text('posts/p9.md')).toBe('C\n')
  counter.end()

  const greedy = Object.entries(steps).filter(([, most]) => most > STEPS_MAX)
  expect(greedy).toEqual([])
  expect(faultsOf(author)).toBe('')
}, 120_000)

const undoing =
  (repository: Repository, commit: string): Planner<null> =>
  async (tree) => ({
    changes: await repository.undoing(commit, tree),
    subject: 'Undo',
    value: null,
  })

const redoing =
  (repository: Repository, commit: string): Planner<null> =>
  async (tree) => {
    const files = await repository.redoing(commit, { tree, merge: RULES.merge })
    const changes = files.map(({ path, result }) => ({ path, bytes: result ?? null }))
    return { changes, subject: 'Redo', value: null }
  }

/** A commit of another clone that changes every file; its objects are here. */
function commitElsewhere(author: Fixture): string {
  const folder = join(makeFolder(), 'clone')
  author.git('clone', '-q', author.folder, folder)
  const clone = fixtureIn(folder)
  for (const path of paths) clone.put(path, 'C\n')
  clone.git('commit', '-qam', 'Elsewhere')
  author.git('fetch', '-q', folder, 'HEAD')
  return clone.git('rev-parse', 'HEAD').trim()
}
