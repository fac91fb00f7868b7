import { expect, it } from 'vitest'
import { postRecord } from '../../test/test-records.ts'
import { publicFrom, publicTexts } from './public-texts.ts'

const NEVER = Number.POSITIVE_INFINITY

it.each<
  [string, { draft?: boolean; date: number; committed: number; replaced: number }, number | null]
>([
  [
    'a post with a day in the past is public with its commit',
    { date: 1, committed: 5, replaced: 9 },
    5,
  ],
  ['a draft never is', { draft: true, date: 1, committed: 5, replaced: NEVER }, null],
  ['a scheduled one is at its date', { date: 7, committed: 5, replaced: 9 }, 7],
  ['not when it was replaced before', { date: 9, committed: 5, replaced: 9 }, null],
  ['not when it was replaced long before', { date: 99, committed: 5, replaced: 9 }, null],
  ['the newest is at its date, whenever that is', { date: 99, committed: 5, replaced: NEVER }, 99],
  ['two commits of one second', { date: 1, committed: 5, replaced: 5 }, 5],
  ['a clock that went back', { date: 4, committed: 5, replaced: 3 }, 5],
  ['a clock that went back before its date', { date: 6, committed: 5, replaced: 3 }, null],
])('tells when a version became public: %s', (_, { draft = false, date, ...times }, expected) => {
  expect(publicFrom({ draft, instant: date }, times)).toBe(expected)
})

/** `A` is a public text, `(A)` a draft, `A@9` dated, `!` a file that cannot be read. */
async function publicOf(...versions: string[]): Promise<string[]> {
  const list = versions.map((revision, index) => ({ revision, path: 'posts/a.md', at: index + 1 }))
  const texts = publicTexts(list, async ({ revision }) => {
    const [, open, text = '', date = '0'] = /^(\()?(\w+)\)?(?:@(\d+))?$/.exec(revision) ?? []
    if (text === '') return null
    return postRecord({ id: 'a', content: text, draft: open !== undefined, instant: Number(date) })
  })
  const found: string[] = []
  for await (const { content, from } of texts) found.push(`${content}${from}`)
  return found
}

it.each<[string, string[], string[]]>([
  ['each text, newest first', ['A', 'B', 'C'], ['C3', 'B2', 'A1']],
  ['a text that stayed as one, from its first', ['A', 'A', 'B', 'B'], ['B3', 'A1']],
  ['no draft', ['(S)', 'A', '(T)', 'B', '(U)'], ['B4', 'A2']],
  ['a draft as it was published', ['(S)', '(A)', 'A'], ['A3']],
  ['one text around a draft', ['A', '(S)', 'A'], ['A1']],
  ['no text whose date was put off', ['S@9', 'T@9', 'A'], ['A3']],
  ['no scheduled text that was replaced in time', ['S@9', 'T@2', 'A'], ['A3', 'T2']],
  ['a scheduled text that appeared by itself', ['S@9', 'A@2', '!', 'B'], ['B4', 'A2']],
  ['no file that could not be read', ['A', '!', 'B'], ['B3', 'A1']],
  ['nothing of a post that never was public', ['(S)', 'T@9', '(U)'], []],
])('gives %s', async (_, versions, expected) => {
  expect(await publicOf(...versions)).toEqual(expected)
})

it('looks at so many versions and no more', async () => {
  let reads = 0
  const versions = Array.from({ length: 2000 }, (_, at) => ({ revision: `${at}`, path: 'p', at }))
  const texts = publicTexts(versions, async () => {
    reads += 1
    return null
  })
  expect((await texts.next()).done).toBe(true)
  expect(reads).toBe(500)
})
