/** Messages, names and authors that are made to be taken for something else when they are read back. */
import { rmSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Fixture, makeRepository, openSite } from '../../test/git-fixture.ts'
import { putObject } from '../../test/hostile-trees.ts'
import { type LogCommit, type RepositoryParts, undoCommit, type WorkTree } from '../repository.ts'

const NO_BLOB = '0'.repeat(40)
const SOME_ID = 'a'.repeat(40)

/** Each would end a field or a record, or begin one, where the parts of a log are told by it. */
const MARKS: readonly [string, string][] = [
  ['a whole record', `\x1e${SOME_ID}\x1f\x1fMallory\x1f2020-01-01T00:00:00Z\x1fForged\x1f\x1f`],
  ['a change', `\x1f\n:000000 100644 ${NO_BLOB} ${SOME_ID} A\x1f`],
  ['an escape sequence and separators of lines', '\x1b[2J\x9b\u2028\u2029\x0b\x0c\x85'],
]
const pathsOf = (commit?: Pick<LogCommit, 'changes'>) => commit?.changes.map(({ path }) => path)
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Commits a change of a post as bytes: git's own commands would repair the message. */
function commitBytes(
  fixture: Fixture,
  [path, text]: readonly [string, string],
  message: Buffer | string,
  { author = Buffer.from('A'), time = '1700000000 +0000' } = {},
): string {
  fixture.put(path, text)
  fixture.git('add', '-A')
  const tree = fixture.git('write-tree').trim()
  const input = Buffer.concat([
    Buffer.from(`tree ${tree}\nparent ${fixture.head()}\nauthor `),
    author,
    Buffer.from(` <a@b> ${time}\ncommitter C <c@d> ${time}\n\n`),
    Buffer.from(message),
  ])
  const commit = putObject(fixture, 'commit', input)
  fixture.git('update-ref', 'HEAD', commit)
  return commit
}

const undoing =
  (history: RepositoryParts['history'], commit: string) => async (tree: WorkTree) => ({
    changes: await undoCommit(history, commit, tree),
    subject: 'Undo',
    value: null,
  })

it.each(MARKS)('a message with %s hides no file, undo or deleted post', async (_, mark) => {
  const { author, repository, history } = await openSite({ 'posts/a.md': 'A\n' })
  const message = `Title ${mark} end\n\nWhy ${mark}\nit changed`
  const changed = author.commitFiles({ 'posts/a.md': 'A2\n' }, message)
  const [newest, first, ...more] = await history.list()
  expect([newest?.commit, pathsOf(newest)]).toEqual([changed, ['posts/a.md']])
  expect([pathsOf(first), more]).toEqual([['posts/a.md'], []])
  expect(newest?.subject).not.toMatch(CONTROL)
  expect(newest?.subject).toMatch(/^Title.*end$/)
  expect(newest?.body).toMatch(/^Why[\s\S]*\nit changed$/)
  const { commits } = await history.newCommits(['posts'], { since: null, to: changed })
  expect(commits).toMatchObject([
    { changes: [{ path: 'posts/a.md', before: null }] },
    { changes: [{ path: 'posts/a.md' }], commit: changed },
  ])
  await repository.write(undoing(history, changed))
  expect(author.text('posts/a.md')).toBe('A\n')
  const gone = author.commitFiles({ 'posts/a.md': null }, `Delete ${mark}`)
  const last = await history.newCommits(['posts'], { since: changed, to: gone })
  expect(last.commits.at(-1)).toMatchObject({ commit: gone, changes: [{ after: null }] })
})

it('a message with NUL, no UTF-8 or nothing in it, and an author of odd bytes, are read past', async () => {
  const author = makeRepository({ 'posts/a.md': 'A\n' })
  const odd = Buffer.from('\xff\xfe\x1e\x1f\x1b', 'latin1')
  const record = Buffer.from(`\0\0${SOME_ID}\0\0Mallory\0:100644`)
  const commits = [Buffer.alloc(0), odd, Buffer.from('One\0two\n\nThree\0four'), record].map(
    (message, at) => commitBytes(author, ['posts/a.md', `A${at}\n`], message, { author: odd }),
  )
  author.git('-c', 'i18n.commitEncoding=UTF-16', 'commit', '-q', '--allow-empty', '-m', 'Odd')
  const repository = await author.open()
  const listed = await repository.parts().history.list()
  const own = listed.slice(0, commits.length)
  expect(own.map(({ commit }) => commit)).toEqual(commits.toReversed())
  for (const { changes, author: name, subject, body } of own) {
    expect(pathsOf({ changes })).toEqual(['posts/a.md'])
    expect(`${name}${subject}${body}`).not.toMatch(CONTROL)
  }
  expect(listed).toHaveLength(commits.length + 1)
})

it('a file whose name looks like a record or a change is one file', async () => {
  const names = [
    `posts/x\n:000000 100644 ${NO_BLOB} ${SOME_ID} A`,
    `posts/\n${SOME_ID}`,
    'posts/\x1e\x1f.md',
    `:000000 100644 ${NO_BLOB} ${SOME_ID} A`,
  ].sort()
  const { author, history } = await openSite(Object.fromEntries(names.map((name) => [name, 'x\n'])))
  const [only, ...more] = await history.list()
  expect(more).toEqual([])
  expect(pathsOf(only)?.sort()).toEqual(names)
  const { commits } = await history.newCommits(['posts'], { since: null, to: author.head() })
  expect(commits.map(({ changes }) => changes.length)).toEqual([3])
})

it('a ref that is named like HEAD, the branch, a commit or our own refs forges and hides nothing', async () => {
  const { author, repository, history, displaced } = await openSite()
  const start = author.head()
  await repository.save('posts/a.md', 'A2\n')
  const told = async () => [await history.list(), await displaced.list(), await repository.head()]
  const usual = await told()
  const names = ['HEAD', 'main', 'heads/main', author.head(), 'refs/heads/main', 'refs/gap/acked']
  for (const name of names) author.git('update-ref', `refs/tags/${name}`, start)
  expect(await told()).toEqual(usual)
})

it('a huge commit message is truncated, its files are still read', async () => {
  const { author, history } = await openSite({ 'posts/a.md': 'A\n' })
  const since = author.head()
  const endless = `Subject\n\n${'Thé end is far.\n'.repeat(250_000)}`
  const commits = [endless, 'Next\n'].map((message, at) =>
    commitBytes(author, [`posts/${at}.md`, 'B\n'], message),
  )
  const to = author.head()
  const [next, first, start] = await history.list()
  expect(next).toMatchObject({ commit: commits[1], subject: 'Next' })
  expect(first).toMatchObject({ commit: commits[0], subject: 'Subject' })
  expect([pathsOf(next), pathsOf(first)]).toEqual([['posts/1.md'], ['posts/0.md']])
  expect(first?.body).toMatch(/^(Thé end is far\.\n)+/)
  expect(first?.body.length).toBeLessThanOrEqual(64 * 1024)
  expect(pathsOf(start)).toEqual(['posts/a.md'])
  const line = await history.newCommits(['posts'], { since, to })
  expect(line.commits.map(({ commit }) => commit)).toEqual(commits)
  expect(line.commits[0]?.body).toBe(first?.body)
})

it('a commit of an odd time is read like any other', async () => {
  const { author, history } = await openSite({ 'posts/a.md': 'A\n' })
  const dates: string[] = []
  for (const [time, date] of [
    ['99999999999999 +0000', '1970-01-01T00:00:00+00:00'],
    ['253402300800 +9999', '1970-01-01T00:00:00+00:00'],
    ['1700000000 +9959', '2023-11-14T22:13:20+00:00'],
    ['3600 -0200', '1969-12-31T23:00:00-02:00'],
  ] as const) {
    const to = commitBytes(author, ['posts/b.md', `${time}\n`], 'Odd\n', { time })
    dates.unshift(date)
    const { commits } = await history.newCommits(['posts'], { since: null, to })
    expect(commits.at(-1)).toMatchObject({ commit: to, date, authoredAt: Date.parse(date) })
  }
  expect((await history.list()).map(({ date }) => date).slice(0, -1)).toEqual(dates)
})

it('the deletion of a file whose name is no UTF-8 is not undone, since it would come back with another', async () => {
  const { author, history, repository } = await openSite()
  const name = Buffer.from(`${author.folder}/posts/odd\xff.md`, 'latin1')
  writeFileSync(name, 'Odd\n')
  author.commitFiles({})
  rmSync(name)
  const gone = author.commitFiles({})
  await expect(repository.write(undoing(history, gone))).rejects.toMatchObject({ statusCode: 409 })
  expect(author.head()).toBe(gone)
})
