import { describe, expect, it } from 'vitest'
import { type Fixture, type OpenRepository, openSite } from '../../test/git-fixture.ts'
import { undoCommit } from '../repository.ts'

const lines = (...numbers: (number | string)[]) => numbers.map((n) => `line ${n}\n`).join('')

async function undo(repository: OpenRepository, commit: string) {
  const { saves, history } = repository.parts()
  return saves.write(async (tree) => ({
    changes: await undoCommit(history, commit, tree),
    subject: 'Undo',
    value: null,
  }))
}

const head = ({ git }: Fixture) => git('rev-parse', 'HEAD').trim()

it('lists commits newest first with subject, body and files', async () => {
  const { repository } = await openSite({ 'posts/a.md': 'A\n', 'posts/é ü.md': 'E\n' })
  const { commit } = await repository.write(async () => ({
    changes: [{ path: 'posts/a.md', bytes: Buffer.from('A2\n') }],
    subject: 'A subject\nwith a line break that makes it long, far longer than a subject may be',
    body: 'Why\nit changed',
    value: null,
  }))
  const [newest, first] = await repository.parts().history.list()
  expect(newest).toMatchObject({
    commit,
    author: 'Admin',
    subject: 'A subject with a line break that makes it long, far longer than a subje…',
    body: 'Why\nit changed',
    files: ['posts/a.md'],
  })
  expect(newest?.date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
  expect(first?.files).toEqual(['posts/a.md', 'posts/é ü.md'])
  expect(await repository.parts().history.list(['posts/é ü.md'])).toHaveLength(1)
  expect(await repository.parts().history.list(null, 1)).toHaveLength(1)
  expect(await repository.parts().history.entry(commit ?? '')).toEqual(newest)
  const version = await repository.parts().history.readFileAt(first?.commit ?? '', 'posts/a.md')
  expect(version?.bytes.toString()).toBe('A\n')
  expect((await repository.parts().history.readRevision(version?.revision ?? ''))?.toString()).toBe(
    'A\n',
  )
  for (const id of ['0'.repeat(40), '--output=x', 'HEAD', '']) {
    expect(await repository.parts().history.entry(id)).toBeNull()
    expect(await repository.parts().history.readFileAt(id, 'posts/a.md')).toBeNull()
  }
})

it('follows a file back through its renames, and no other that had its name', async () => {
  const text = 'A text that is long enough to be known again.\n'.repeat(3)
  const { author, repository } = await openSite({ 'posts/a.md': text })
  const first = author.commitFiles({ 'posts/2026-c.md': text, 'posts/a.md': null })
  const second = author.commitFiles({ 'posts/b.md': `${text}More.\n`, 'posts/2026-c.md': null })
  await repository.save('posts/a.md', `${text}Another post.\n`)
  const names = ['posts/b.md', 'posts/2026-c.md', 'posts/a.md']
  const entries = await repository.parts().history.list(names)
  expect(entries.map(({ commit }) => commit).slice(0, -1)).toEqual([second, first])
  expect(entries.map(({ files }) => files)).toEqual([names.slice(0, 2), names.slice(1), [names[2]]])
})

it('knows which files went, and names what a merge brought by the commit that did it', async () => {
  const moved = 'long enough to be moved\n'
  const { author, repository } = await openSite({
    'posts/a.md': 'A\n',
    'posts/b.md': 'B\n',
    'posts/c.md': moved,
  })
  author.git('checkout', '-qb', 'side')
  const deletion = author.commitFiles({ 'posts/b.md': null })
  author.git('checkout', '-q', 'main')
  const { commit } = await repository.save('posts/a.md', 'A2\n')
  author.git('merge', '-q', '-m', 'Merge', 'side')
  author.commitFiles({ 'posts/c.md': null, 'posts/moved.md': moved })
  expect(await repository.parts().history.deletedFiles('posts')).toMatchObject([
    { commit: deletion, path: 'posts/b.md' },
  ])
  const named = await repository.parts().history.list(['posts/a.md'])
  expect(named.map((entry) => entry.commit).slice(0, -1)).toEqual([commit])
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
    const { author, repository } = await openSite()
    if (before !== null) await repository.save('posts/x.md', before)
    const { commit } = await repository.save('posts/x.md', after)
    await repository.save('posts/x.md', current)
    await undo(repository, commit ?? '')
    const found = await repository.parts().history.readFileAt(head(author), 'posts/x.md')
    expect(found?.bytes.toString() ?? null).toBe(wanted)
  })

  it('is refused where it no longer applies, or there is no such commit', async () => {
    const { repository } = await openSite()
    const { commit } = await repository.save('posts/a.md', 'A2\n')
    await repository.save('posts/a.md', 'A3\n')
    await expect(undo(repository, commit ?? '')).rejects.toMatchObject({ code: 'conflict' })
    await expect(undo(repository, 'f'.repeat(40))).rejects.toMatchObject({ code: 'not_found' })
    await expect(undo(repository, '--all')).rejects.toMatchObject({ code: 'not_found' })
  })
})
