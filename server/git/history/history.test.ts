import { expect, it } from 'vitest'
import { openSite } from '../../test/git-fixture.ts'

it('lists commits newest first with subject, body and files', async () => {
  const { repository, history } = await openSite({ 'posts/a.md': 'A\n', 'posts/é ü.md': 'E\n' })
  const { commit } = await repository.write(async () => ({
    changes: [{ path: 'posts/a.md', bytes: Buffer.from('A2\n') }],
    subject: 'A subject\nwith a line break that makes it long, far longer than a subject may be',
    body: 'Why\nit changed',
    value: null,
  }))
  const [newest, first] = await history.list()
  expect(newest).toMatchObject({
    ...{ commit, author: 'Admin', body: 'Why\nit changed', changes: [{ path: 'posts/a.md' }] },
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/),
    subject: 'A subject with a line break that makes it long, far longer than a subje…',
  })
  expect(first?.changes).toMatchObject([{ path: 'posts/a.md' }, { path: 'posts/é ü.md' }])
  expect(await history.list(['posts/é ü.md'])).toHaveLength(1)
  expect(await history.list(null, 1)).toHaveLength(1)
  expect(await history.show(commit ?? '')).toEqual(newest)
  for (const id of ['0'.repeat(40), '--output=x', 'HEAD', '']) {
    expect(await history.show(id)).toBeNull()
    expect(await history.readFileAt(id, 'posts/a.md')).toBeNull()
  }
})

it('follows a file back through its renames, and no other that had its name', async () => {
  const text = 'A text that is long enough to be known again.\n'.repeat(3)
  const { author, repository, history } = await openSite({ 'posts/a.md': text })
  const first = author.commitFiles({ 'posts/2026-c.md': text, 'posts/a.md': null })
  const second = author.commitFiles({ 'posts/b.md': `${text}More.\n`, 'posts/2026-c.md': null })
  await repository.save('posts/a.md', `${text}Another post.\n`)
  const names = ['posts/b.md', 'posts/2026-c.md', 'posts/a.md']
  expect(await history.list(names)).toMatchObject([
    { commit: second, changes: [{ path: names[0], from: names[1] }] },
    { commit: first, changes: [{ path: names[1], from: names[2] }] },
    { changes: [{ path: names[2] }] },
  ])
})

it('lists what became of one of two files that are alike, and nothing of the other', async () => {
  const note = (words: string) => `---\ntitle: ${words}\ntype: short\n---\n\nA text.\n`
  const { author, history } = await openSite({ 'posts/swim.md': note('Swimming') })
  const made = author.commitFiles({ 'posts/rain.md': note('Rain') })
  const gone = author.commitFiles({ 'posts/rain.md': null })
  const back = author.commitFiles({ 'posts/rain.md': note('Rain') })
  const found = await history.list(['posts/rain.md'])
  expect(found.map(({ commit }) => commit)).toEqual([back, gone, made])
})

it('lists no change as gone when a rebase only moves the changes', async () => {
  const { author, repository, displaced } = await openSite()
  const { commit } = await repository.save('posts/b.md', 'B\n')
  author.git('checkout', '-q', '-b', 'upstream', `${commit}^`)
  author.commitFiles({ 'posts/c.md': 'C\n' })
  author.git('checkout', '-q', 'main')
  author.git('rebase', '-q', 'upstream')
  expect(await displaced.list()).toEqual([])
  await repository.save('posts/d.md', 'D\n')
  expect(await displaced.list()).toEqual([])
})

it('lists an acknowledged text until the branch has it, whatever else happened to its file', async () => {
  const { author, repository, displaced } = await openSite()
  const listed = async () => (await displaced.list()).map(({ commit }) => commit)
  await repository.save('posts/a.md', 'First\n\nPart\n\nEnd\n')
  const { commit } = await repository.save('posts/a.md', 'First\n\nPart\n\nSecond words\n\nEnd\n')
  author.git('reset', '-q', '--hard', 'HEAD~1')
  author.git('commit', '-q', '--amend', '-m', 'Reworded')
  expect(await listed()).toEqual([commit])
  author.commitFiles({ 'posts/a.md': 'First!\n\nPart\n\nEnd\n' }, 'A typo')
  expect(await listed()).toEqual([commit])
  await repository.save('posts/b.md', 'B\n')
  expect(author.git('for-each-ref', '--contains', `${commit}`, 'refs/gap/displaced')).not.toBe('')
  author.commitFiles({ 'posts/a.md': 'First!\n\nPart\n\nSecond words\n\nEnd\n' }, 'By hand again')
  expect(await listed()).toEqual([])
})
