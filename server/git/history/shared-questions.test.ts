import { expect, it } from 'vitest'
import { GivenUpError, SharedQuestions } from './shared-questions.ts'

/** Work that ends when it is told to, and notes how often it was begun and given up. */
function createWork() {
  const ends: ((text: string) => void)[] = []
  let aborted = 0
  const work = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      ends.push(resolve)
      signal.addEventListener('abort', () => {
        aborted += 1
        reject(new Error('ended'))
      })
    })
  return { work, ends, aborted: () => aborted }
}

const turn = () => new Promise(setImmediate)

it('works out once what many ask', async () => {
  const questions = new SharedQuestions()
  const { work, ends } = createWork()
  const answers = [questions.ask('a', work), questions.ask('a', work)]
  await turn()
  expect(ends).toHaveLength(1)
  ends[0]?.('A')
  expect(await Promise.all(answers)).toEqual(['A', 'A'])
})

it('ends the work when the last asker has gone, and not before', async () => {
  const questions = new SharedQuestions()
  const { work, aborted } = createWork()
  const askers = [new AbortController(), new AbortController()]
  const answers = askers.map(({ signal }) => questions.ask('a', work, signal).catch((e) => e))
  await turn()
  askers[0]?.abort()
  await turn()
  expect(aborted()).toBe(0)
  askers[1]?.abort()
  expect(await Promise.all(answers)).toEqual([expect.any(GivenUpError), expect.any(GivenUpError)])
  expect(aborted()).toBe(1)
})

it('runs two at a time, never begins what was given up, and refuses beyond a bound', async () => {
  const questions = new SharedQuestions()
  const { work, ends } = createWork()
  const gone = new AbortController()
  const keys = Array.from({ length: 32 }, (_, n) => `${n}`)
  const answers = keys.map((key) =>
    questions.ask(key, work, key === '2' ? gone.signal : undefined).catch(() => 'gone'),
  )
  await turn()
  expect(ends).toHaveLength(2)
  await expect(questions.ask('more', work)).rejects.toMatchObject({ code: 'busy' })
  gone.abort()
  for (let n = 0; n < 31; n += 1) {
    ends[n]?.('done')
    await turn()
    await turn()
  }
  expect(ends).toHaveLength(31)
  expect(await Promise.all(answers)).toEqual(keys.map((key) => (key === '2' ? 'gone' : 'done')))
})
