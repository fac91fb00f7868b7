import { expect, it } from 'vitest'
import { fixtureSnapshot, postRecord } from '../../test/test-records.ts'
import type { PostRecord } from '../records.ts'
import { Search, snippetOf } from './search.ts'

const post = (id: string, title: string, content = '', more: Partial<PostRecord> = {}) =>
  postRecord({ id, title, content, ...more })

const POSTS = [
  post('bread', 'A plain loaf', 'Flour, water and **salt**.'),
  post('run', 'Running late', 'A loaf waits: plain oven.', { instant: 2 }),
  post('old', 'Older', 'Plain and a loaf.', { instant: 1 }),
  post('secret', 'Loaf of secrets', '', { draft: true }),
  post('letters', 'Straße, Œuvre', 'Ærø, Łódź.'),
  post('ueber', 'Über die Bäckerei', '日本語の文章', { tags: ['Cooking'] }),
]

async function idsFor(query: string, posts: readonly PostRecord[] = POSTS): Promise<string> {
  const snapshot = fixtureSnapshot(posts)
  const { hits, similar } = await new Search(() => snapshot).find(query, 10)
  return (similar ? '~' : '') + hits.map(({ post }) => post.id).join(' ')
}

it.each<[string, string, string]>([
  ['titles first, then the newest, and no draft', 'loaf', 'bread run old'],
  ['the whole phrase first, over punctuation', 'plain oven', 'run'],
  ['a phrase in the title before the same words elsewhere', 'plain loaf', 'bread run old'],
  ['a word by its beginning', 'runn', 'run'],
  ['no word by its end', 'ning', ''],
  ['words without case and accents', 'UBER backerei', 'ueber'],
  ['letters that are more than an accent', 'strasse oeuvre aero lodz', 'letters'],
  ['tags', 'cooking', 'ueber'],
  ['scripts without spaces', '本語', 'ueber'],
  ['nothing where one word is nowhere', 'loaf zebra', ''],
  ['a letter more, as similar', 'flouer', '~bread'],
  ['a letter less and another letter, as similar', 'flor walter', '~bread'],
  ['no short word that is one letter off', 'ovn', ''],
  ['no word of which two letters changed places', 'fluor', ''],
  ['nothing for signs', '*** --- "', ''],
])('finds %s', async (_, query, expected) => {
  expect(await idsFor(query)).toBe(expected)
})

it('refuses a search while 32 others run or wait', async () => {
  const search = new Search(() => fixtureSnapshot(POSTS))
  const asked = Array.from({ length: 32 }, () => search.find('loaf', 1))
  await expect(search.find('loaf', 1)).rejects.toMatchObject({ statusCode: 503, code: 'busy' })
  await Promise.all(asked)
  expect((await search.find('loaf', 1)).hits).toHaveLength(1)
})

it('gives others their turn between long texts that it finds', async () => {
  const text = 'A loaf of bread, with *flour* and [salt](/post/salt).\n\n'.repeat(9_000)
  const posts = Array.from({ length: 20 }, (_, n) => post(`p${n}`, '', text.slice(0, 480_000)))
  const snapshot = fixtureSnapshot(posts)
  const searching = new Search(() => snapshot).find('flour salt', 20)
  let turns = 0
  let isOver = false
  const tick = () => {
    turns += 1
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  expect((await searching).hits).toHaveLength(20)
  isOver = true
  // Each text is milliseconds of work: others have a turn between two of them.
  expect(turns).toBeGreaterThan(15)
})

it('a snippet shows the text around the match or the beginning, cut at words', () => {
  const long = `${'before '.repeat(60)}Needle ${'after '.repeat(60)}`
  const snippet = snippetOf(long, ['need'])
  expect(snippet).toMatch(/^…before (before )*Needle (after )*after…$/)
  expect(snippet.length).toBeLessThanOrEqual(170)
  expect(snippetOf(long, ['title'])).toMatch(/^before .*before…$/)
  expect(snippetOf('Short text.', ['title'])).toBe('Short text.')
  expect(snippetOf('😀'.repeat(300), [])).toMatch(/^(😀)+…$/u)
})
