import { expect, it } from 'vitest'
import { postRecord } from '../../test/test-records.ts'
import { renamesIn } from './post-renames.ts'

const WORDS = 'one two three four five six seven eight nine ten'
const TEXTS: Record<string, Parameters<typeof postRecord>[0]> = {
  plain: { id: 'plain', title: 'Plain', content: WORDS },
  edited: { id: 'edited', title: 'Plain', content: `${WORDS} eleven` },
  half: { id: 'half', title: 'Other', content: 'one two three four five and more than before now' },
  alias: { id: 'alias', title: 'Alias', content: 'Nothing in common.', aliases: ['a'] },
  soup: { id: 'soup', title: 'Soup', content: 'It was too hot.' },
  bread: { id: 'bread', title: 'Bread', content: 'Nobody came by today.' },
}

/** `-a:plain` is a file that goes, `+a:plain` one that comes, `a:plain` one that changes. */
function change(text: string) {
  const [, sign = '', name = '', revision = ''] = /^([-+]?)([^:]+):(.+)$/.exec(text) ?? []
  const path = `posts/${name}.md`
  return {
    path,
    before: sign === '+' ? null : revision,
    after: sign === '-' ? null : revision,
  }
}

it.each<[string, string, string]>([
  ['the same bytes under another name', '-a:plain +b:plain', 'a>b'],
  [
    'the same bytes twice, each under its id',
    '-a:plain -b:plain +x/b:plain +x/a:plain',
    'a>x/a b>x/b',
  ],
  ['another text in another folder, by its id', '-a:soup +x/a:bread', 'a>x/a'],
  ['an edit with the rename', '-a:plain +b:edited', 'a>b'],
  ['another title, with half of the words', '-a:plain +b:half', 'a>b'],
  ['the alias that a rename in the panel leaves', '-a:soup +b:alias', 'a>b'],
  ['the alias rather than a likeness', '-a:plain -c:edited +b:alias +d:plain', 'a>d'],
  ['the closest of several', '-a:plain -c:soup +b:half +d:edited', 'a>d'],
  ['no rename where another text comes', '-a:soup +b:bread', ''],
  ['no rename from a file that stays', 'a:plain +b:plain', ''],
  ['no rename to a file that was there', '-a:plain b:plain', ''],
  ['none where the file cannot be read', '-a:plain +b:broken', ''],
])('tells %s', async (_, changes, expected) => {
  const renames = await renamesIn(changes.split(' ').map(change), async ({ revision }) => {
    const fields = TEXTS[revision]
    return fields ? postRecord(fields) : null
  })
  const name = (path: string) => path.slice('posts/'.length, -'.md'.length)
  const shown = [...renames].map(([after, before]) => `${name(before)}>${name(after)}`)
  expect(shown.sort().join(' ')).toBe(expected)
})
