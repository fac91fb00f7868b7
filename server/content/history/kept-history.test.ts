import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStoreIn, postFile } from '../../test/content-store-fixture.ts'
import {
  type Fixture,
  makeFolder,
  makeRepository,
  notingGit,
  until,
} from '../../test/git-fixture.ts'
import type { Snapshot } from '../records.ts'

const TEXT = 'A text of some length, so that it is known again.'
const SITE = 'time_zone: Europe/Berlin\n'

/** Drafts, renames, edits, a deleted post that came back, moved deadlines, an import, a merge. */
function makeHistory(): Fixture {
  const author = makeRepository({
    'site.yaml': SITE,
    'posts/a.md': postFile('A', '', TEXT),
    'posts/draft.md': postFile('Draft', 'draft: true\n'),
    'projects/p.yaml': 'title: P\ndue_date: 2026-12-01\n',
  })
  const commit = (...message: string[]) => {
    author.git('add', '-A')
    author.git('commit', '-q', ...message.flatMap((text) => ['-m', text]))
  }
  author.git('mv', 'posts/a.md', 'posts/b.md')
  commit('Rename')
  author.put('posts/b.md', postFile('A', '', `${TEXT} More.`))
  author.put('projects/p.yaml', 'title: P\ndue_date: 2027-01-01\n')
  commit('Edit', 'Because.')
  author.put('posts/draft.md', postFile('Draft'))
  author.put('posts/late.md', postFile('Late').replace('T10:00:00Z', 'T23:30:00'))
  commit('Publish')
  author.put('posts/late.md', postFile('Late', '', 'Other words.'))
  commit('Edit late')
  author.git('rm', '-q', 'posts/draft.md', 'projects/p.yaml')
  commit('Delete')
  author.put('posts/draft.md', postFile('Draft'))
  commit('Import', 'Imported-from: Hugo')
  return author
}

const known = ({ facts, moves, renames, edits }: Snapshot) => ({ facts, moves, renames, edits })

/** The edits that are waited for, and the versions of `b`. */
const TOLD: { timeZone?: string | null; edits?: number; versions?: number } = {}

/** What a store says once it has read all, and how git was asked for it. */
async function told(
  author: Fixture,
  historyFile: string | null,
  { timeZone = null, edits = 2, versions = 3 } = TOLD,
) {
  const { env, readings } = notingGit()
  const opened = { ...author, open: () => author.open({ env }) }
  const fixture = await openStoreIn(opened, { historyFile, timeZone })
  const { store } = fixture
  await until(() => {
    const snapshot = store.snapshot()
    const isEdited = snapshot.edits.get('posts/b.md')?.versions === versions
    return snapshot.facts !== null && snapshot.edits.size === edits && isEdited
  })
  if (historyFile !== null) await until(() => existsSync(historyFile))
  const { repository } = fixture
  const said = known(store.snapshot())
  await store.close()
  await repository.close()
  const logs = readings().filter((line) => / log /.test(line))
  return { said, isWhole: logs.some((line) => line.includes('--max-parents=0')), logs: logs.length }
}

it('is the same after a start, for which git is asked nothing', async () => {
  const author = makeHistory()
  const file = join(makeFolder(), 'history')
  const first = await told(author, file)
  expect(first.isWhole).toBe(true)
  expect([...(first.said.facts?.logged.keys() ?? [])].sort()).toEqual([
    'posts/b.md',
    'posts/draft.md',
    'posts/late.md',
  ])
  expect(first.said.facts?.logged.get('posts/draft.md')).toMatchObject({ isImported: true })
  expect(first.said.facts?.projects.get('p')).toHaveLength(3)
  expect(await told(author, file)).toEqual({ said: first.said, isWhole: false, logs: 0 })
  // What was committed meanwhile is read on top of it.
  author.put('posts/new.md', postFile('New'))
  author.put('posts/b.md', postFile('A', '', `${TEXT} And more.`))
  author.git('add', '-A')
  author.git('commit', '-qm', 'While it was down')
  const next = await told(author, file, { versions: 4 })
  expect(next).toMatchObject({ isWhole: false, logs: 0 })
  expect(next.said).toEqual((await told(author, null, { versions: 4 })).said)
  expect(next.said.facts?.logged.size).toBe(4)
})

const changeFile = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')))

it.each<[string, (file: string, author: Fixture) => unknown]>([
  ['a byte of it changed', (file) => changeFile(file, (text) => text.replace('/b.md', '/c.md'))],
  ['its end is missing', (file) => changeFile(file, (text) => text.slice(0, -100))],
  ['it is empty', (file) => writeFileSync(file, '')],
  ['it is of another form', (file) => writeFileSync(file, '{"version":1}\n')],
  [
    'the history was rewritten',
    (_, author) => author.git('commit', '-q', '--amend', '-m', 'Not imported'),
  ],
  ['commits were taken back', (_, author) => author.git('reset', '-q', '--hard', 'HEAD~2')],
  [
    'it is of another repository',
    async (file) => {
      const other = makeHistory()
      other.git('commit', '-q', '--amend', '-m', 'Another')
      await told(other, file)
    },
  ],
])('is not believed and read again where %s', async (_, change) => {
  const author = makeHistory()
  const file = join(makeFolder(), 'history')
  await told(author, file)
  await change(file, author)
  const again = await told(author, file)
  expect(again.isWhole).toBe(true)
  expect(again.said).toEqual((await told(author, null)).said)
})

it('works out edits again in another zone, and nothing else', async () => {
  const author = makeHistory()
  // In Berlin the first of these texts was replaced before its time came.
  const zoned = (text: string) => postFile('Zoned', '', text).replace('T10:00:00Z', 'T18:00:00')
  for (const [hour, text] of [
    ['12', 'One text.'],
    ['14', 'Another.'],
  ] as const) {
    author.put('posts/zoned.md', zoned(text))
    author.git('add', '-A')
    author.git('commit', '-qm', text, '--date', `2026-05-01T${hour}:00:00Z`)
  }
  const file = join(makeFolder(), 'history')
  const berlin = await told(author, file)
  expect(berlin.said.edits.has('posts/zoned.md')).toBe(false)
  const auckland = await told(author, file, { timeZone: 'Pacific/Auckland', edits: 3 })
  expect(auckland.isWhole).toBe(false)
  expect(auckland.said.edits.has('posts/zoned.md')).toBe(true)
  const { facts, renames, moves } = berlin.said
  expect(auckland.said).toMatchObject({ facts, renames, moves })
})
