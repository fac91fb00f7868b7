import { describe, expect, it } from 'vitest'
import { type Fixture, makeRepository, putting } from '../../test/git-fixture.ts'
import type { Repository } from '../repository.ts'

const lines = (...numbers: (number | string)[]) => numbers.map((n) => `line ${n}\n`).join('')

async function undo(repository: Repository, commit: string) {
  return repository.write(async (tree) => ({
    changes: await repository.undoing(commit, tree),
    subject: 'Undo',
    value: null,
  }))
}

const head = ({ git }: Fixture) => git('rev-parse', 'HEAD').trim()

describe('history', () => {
  it('lists commits newest first with subject, body and files', async () => {
    const author = makeRepository({ 'posts/a.md': 'A\n', 'posts/é ü.md': 'E\n' })
    const repository = await author.open()
    const { commit } = await repository.write(async () => ({
      changes: [{ path: 'posts/a.md', bytes: Buffer.from('A2\n') }],
      subject: 'A subject\nwith a line break that makes it long, far longer than a subject may be',
      body: 'Why\nit changed',
      value: null,
    }))
    const [newest, first] = await repository.history({})
    expect(newest).toMatchObject({
      commit,
      author: 'Admin',
      subject: 'A subject with a line break that makes it long, far longer than a subje…',
      body: 'Why\nit changed',
      files: ['posts/a.md'],
    })
    expect(newest?.date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
    expect(first?.files).toEqual(['posts/a.md', 'posts/é ü.md'])
    expect(await repository.history({ names: ['posts/é ü.md'] })).toHaveLength(1)
    expect(await repository.history({ limit: 1 })).toHaveLength(1)
    expect(await repository.commit(commit ?? '')).toEqual(newest)
    for (const id of ['0'.repeat(40), '--output=x', 'HEAD', '']) {
      expect(await repository.commit(id)).toBeNull()
      expect(await repository.readFileAt(id, 'posts/a.md')).toBeNull()
    }
  })

  it('gives files and blobs as they were', async () => {
    const author = makeRepository()
    const repository = await author.open()
    const first = head(author)
    await repository.write(putting('posts/a.md', 'A2\n'))
    const version = await repository.readFileAt(first, 'posts/a.md')
    expect(version?.bytes.toString()).toBe('A\n')
    expect((await repository.readRevision(version?.revision ?? ''))?.toString()).toBe('A\n')
    expect(await repository.readFileAt(first, 'posts/none.md')).toBeNull()
    expect(await repository.readFileAt(first, 'posts')).toBeNull()
    expect(await repository.readRevision('f'.repeat(40))).toBeNull()
  })

  it('lists each change of a folder, oldest first, from a commit on', async () => {
    const author = makeRepository({ 'projects/p.yaml': '1', 'posts/a.md': 'A' })
    const repository = await author.open()
    const first = head(author)
    await repository.write(putting('projects/p.yaml', '2'))
    await repository.write(putting('posts/a.md', 'A2'))
    await repository.write(putting('projects/p.yaml', null))
    const all = await repository.fileRevisions('projects', null, head(author))
    expect(all.map(({ before, after }) => [before !== null, after !== null])).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ])
    expect(await repository.fileRevisions('projects', first, head(author))).toEqual(all.slice(1))
    expect(await repository.fileRevisions('projects', null, '--all')).toEqual([])
  })

  it('knows which files went', async () => {
    const author = makeRepository({ 'posts/a.md': 'A', 'posts/b.md': 'long enough to be moved\n' })
    const repository = await author.open()
    author.git('mv', 'posts/b.md', 'posts/moved.md')
    author.git('commit', '-qm', 'Move')
    const { commit } = await repository.write(putting('posts/a.md', null))
    await repository.write(putting('posts/c.md', 'C'))
    await repository.write(putting('posts/c.md', null))
    await repository.write(putting('posts/c.md', 'C again'))
    const deleted = await repository.deletedFiles('posts')
    expect(deleted).toMatchObject([{ path: 'posts/c.md' }, { commit, path: 'posts/a.md' }])
  })
})

it('follows a file back through its renames, and no other that had its name', async () => {
  const text = 'A text that is long enough to be known again.\n'.repeat(3)
  const author = makeRepository({ 'posts/a.md': text })
  const repository = await author.open()
  const commits = [head(author)]
  const step = (from: string, to: string, edited: string) => {
    author.git('mv', `posts/${from}.md`, `posts/${to}.md`)
    author.put(`posts/${to}.md`, edited)
    author.git('commit', '-qam', 'Rename')
    commits.unshift(head(author))
  }
  step('a', 'b', text)
  step('b', '2026-c', `${text}More.\n`)
  await repository.write(putting('posts/a.md', `${text}Another post.\n`))
  const entries = await repository.history({
    names: ['posts/2026-c.md', 'posts/b.md', 'posts/a.md'],
  })
  expect(entries.map(({ commit }) => commit)).toEqual(commits)
  expect(entries.map(({ files }) => files)).toEqual([
    ['posts/2026-c.md', 'posts/b.md'],
    ['posts/b.md', 'posts/a.md'],
    ['posts/a.md'],
  ])
})

it('names what a merge brought by the commit that did it', async () => {
  const author = makeRepository({ 'posts/a.md': 'A\n', 'posts/b.md': 'B\n' })
  const repository = await author.open()
  author.git('checkout', '-qb', 'side')
  author.git('rm', '-q', 'posts/b.md')
  author.git('commit', '-qm', 'Delete')
  const deletion = head(author)
  author.git('checkout', '-q', 'main')
  const { commit } = await repository.write(putting('posts/a.md', 'A2\n'))
  author.git('merge', '-q', '-m', 'Merge', 'side')
  expect(await repository.deletedFiles('posts')).toMatchObject([
    { commit: deletion, path: 'posts/b.md' },
  ])
  const named = await repository.history({ names: ['posts/a.md'] })
  expect(named.map((entry) => entry.commit).slice(0, -1)).toEqual([commit])
  const changed = (await repository.history({})).flatMap(({ files }) => files)
  expect(changed.toSorted()).toEqual(['posts/a.md', 'posts/a.md', 'posts/b.md', 'posts/b.md'])
})

it("has the first commit's files whatever the author's log shows", async () => {
  const author = makeRepository({ 'posts/a.md': 'A\n' })
  author.git('config', 'log.showRoot', 'false')
  const repository = await author.open()
  expect((await repository.history({}))[0]?.files).toEqual(['posts/a.md'])
})

describe('undoing a commit', () => {
  it.each<[string, string | null, string | null, string | null, string | null]>([
    ['the newest change', lines(1), lines(2), lines(2), lines(1)],
    ['a creation', null, lines(1), lines(1), null],
    ['a deletion', lines(1), null, null, lines(1)],
    [
      'a change below a later one',
      lines(1, 2, 3, 4, 5, 6),
      lines(1, 2, 3, 4, 5, 'six'),
      lines('one', 2, 3, 4, 5, 'six'),
      lines('one', 2, 3, 4, 5, 6),
    ],
    ['what is gone already', lines(1), lines(2), lines(1), lines(1)],
  ])('takes back %s', async (_, before, after, current, wanted) => {
    const author = makeRepository()
    const repository = await author.open()
    if (before !== null) await repository.write(putting('posts/x.md', before))
    const { commit } = await repository.write(putting('posts/x.md', after))
    await repository.write(putting('posts/x.md', current))
    await undo(repository, commit ?? '')
    const found = await repository.readFileAt(head(author), 'posts/x.md')
    expect(found?.bytes.toString() ?? null).toBe(wanted)
  })

  it('is refused where it no longer applies, or there is no such commit', async () => {
    const author = makeRepository()
    const repository = await author.open()
    const { commit } = await repository.write(putting('posts/a.md', 'A2\n'))
    await repository.write(putting('posts/a.md', 'A3\n'))
    await expect(undo(repository, commit ?? '')).rejects.toMatchObject({ code: 'conflict' })
    await expect(undo(repository, 'f'.repeat(40))).rejects.toMatchObject({ code: 'not_found' })
    await expect(undo(repository, '--all')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a rewrite of history', () => {
  it('lists the acknowledged changes it took away until they are back', async () => {
    const author = makeRepository()
    const repository = await author.open()
    const first = head(author)
    const a = await repository.write(putting('posts/a.md', 'A2\n', 'Update: A'))
    const b = await repository.write(putting('posts/b.md', 'B\n', 'Publish: B'))
    expect(await repository.displaced()).toEqual([])
    author.git('reset', '-q', '--hard', first)
    expect(await repository.displaced()).toMatchObject([
      { commit: b.commit, subject: 'Publish: B', files: ['posts/b.md'] },
      { commit: a.commit, subject: 'Update: A', files: ['posts/a.md'] },
    ])
    await repository.write(putting('posts/c.md', 'C\n'))
    author.git('reflog', 'expire', '--expire=now', '--all')
    author.git('gc', '-q', '--prune=now')
    const displaced = await repository.displaced()
    expect(displaced.map(({ commit }) => commit)).toEqual([b.commit, a.commit])
    for (const { commit, files } of displaced) {
      await repository.write(async () => ({
        changes: await Promise.all(
          files.map(async (path) => ({
            path,
            bytes: (await repository.readFileAt(commit, path))?.bytes ?? null,
          })),
        ),
        subject: 'Restore',
        value: null,
      }))
    }
    expect(await repository.displaced()).toEqual([])
    expect(author.git('for-each-ref', 'refs/gap/displaced')).toBe('')
  })

  it('that only moves the changes lists nothing', async () => {
    const author = makeRepository()
    const repository = await author.open()
    const first = head(author)
    await repository.write(putting('posts/b.md', 'B\n'))
    author.git('checkout', '-q', '-b', 'upstream', first)
    author.put('posts/c.md', 'C\n')
    author.git('add', '-A')
    author.git('commit', '-qm', 'Upstream')
    author.git('checkout', '-q', 'main')
    author.git('rebase', '-q', 'upstream')
    expect(await repository.displaced()).toEqual([])
    await repository.write(putting('posts/d.md', 'D\n'))
    expect(author.git('for-each-ref', 'refs/gap/displaced')).toBe('')
  })
})
