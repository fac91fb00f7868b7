import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStore, postFile } from '../test/content-store-fixture.ts'
import { faultsOf, until } from '../test/git-fixture.ts'
import { times } from '../test/times.ts'
import type { ContentStore } from './content-store.ts'
import { StaleError } from './writes/record-writes.ts'

const movesOf = (store: ContentStore, id: string) => store.snapshot().moves.get(id) ?? []

const ESSAY = { type: 'essay', title: 'Shipping in public', content: 'A text.\n' } as const

const CHANGES: [what: string, front: string | null, change: object, subject: string][] = [
  ['a draft', null, { draft: true }, 'Save draft: A'],
  ['a later post', null, { date: '2027-01-01' }, 'Schedule essay: A'],
  ['an older post', null, { date: '2020-01-01' }, 'Publish essay: A'],
  ['the end of a draft', 'draft: true\n', { draft: false }, 'Publish essay: A'],
  ['a change of a draft', 'draft: true\n', { title: 'B' }, 'Save draft: B'],
  ['what is featured no longer', 'featured: true\n', { featured: false }, 'Unfeature essay: A'],
]

it('a commit says in its subject what it changes', async () => {
  const files = CHANGES.map(([, front], n) => [`posts/a${n}.md`, postFile('A', front ?? '')])
  const { store, subjects, text } = await openStore(Object.fromEntries(files))
  for (const [n, [what, front, change, subject]] of CHANGES.entries()) {
    if (front === null) await store.posts.create({ ...ESSAY, title: 'A', ...change })
    else if ('featured' in change) await store.posts.feature(`a${n}`, false)
    else await store.posts.save(`a${n}`, change, null)
    expect(subjects()[0], what).toBe(subject)
    if ('featured' in change) expect(text(`posts/a${n}.md`)).not.toContain('updated:')
  }
})

describe('a new post', () => {
  it('gets an id that no file, old id or reserved word has', async () => {
    const { store, put } = await openStore({
      'posts/title.md': postFile('Other'),
      'posts/b.md': postFile('B', 'aliases: [title-2]\ndraft: true\n'),
      'posts/old/title-3.md': '---\ntitle: [\n---\n',
    })
    put('posts/2026/title-4.md', postFile('Not heard of yet'))
    const create = (title: string) => store.posts.create({ ...ESSAY, title })
    expect((await create('Title')).value.id).toBe('title-5')
    expect((await create('Featured')).value.id).toBe('featured-2')
    expect((await create('日本語 ブログ')).value.id).toBe('日本語-ブログ')
    expect((await create('日本語 ブログ')).value.id).toBe('日本語-ブログ-2')
    expect((await create('???')).value.id).toMatch(/^2026-11-20-[a-z0-9]{4}$/)
  })

  it('gets an id of its own when many are made at once with one title', async () => {
    const count = times(20, 100)
    const fixture = await openStore()
    const dates = ['2024-03-01', '2025-03-01', '2026-03-01']
    const saves = await Promise.all(
      Array.from({ length: count }, (_, n) =>
        fixture.store.posts.create({ ...ESSAY, date: dates[n % 3] ?? '' }),
      ),
    )
    expect(new Set(saves.map(({ value }) => value.id)).size).toBe(count)
    expect(new Set(saves.map(({ commit }) => commit)).size).toBe(count)
    expect(fixture.store.snapshot().publicPosts).toHaveLength(count)
    expect(fixture.store.snapshot().problems).toEqual([])
    expect(faultsOf(fixture)).toBe('')
  }, 120_000)
})

describe('a save', () => {
  it('of a hand edit that was not committed keeps the edit', async () => {
    const { store, put, text, subjects } = await openStore({ 'posts/a.md': postFile('A') })
    const base = store.snapshot().posts.get('a')?.revision ?? ''
    put('posts/a.md', postFile('A', '', 'Edited by hand.'))
    expect(await store.posts.save('a', { title: 'B' }, base)).toMatchObject({ merged: true })
    expect(text('posts/a.md')).toContain('Edited by hand.')
    expect(subjects()).toHaveLength(3)
  })

  it('refuses a file that is broken on disk, and repairs nothing', async () => {
    const { store, put, text } = await openStore({ 'posts/a.md': postFile('A') })
    put('posts/a.md', '---\ntitle: [\n---\n')
    await expect(store.posts.save('a', { title: 'B' }, null)).rejects.toMatchObject({
      statusCode: 409,
    })
    expect(text('posts/a.md')).toBe('---\ntitle: [\n---\n')
  })
})

describe('undoing', () => {
  it('does not bring back a post whose id another post has', async () => {
    const { store, put } = await openStore({ 'posts/a.md': postFile('A') })
    const { commit } = await store.posts.delete('a')
    put('posts/2026/a.md', postFile('Another'))
    await store.refresh(['posts/2026/a.md'])
    await expect(store.history.revert(commit ?? '')).rejects.toMatchObject({ statusCode: 409 })
    await expect(store.history.revert('1'.repeat(40))).rejects.toMatchObject({ statusCode: 404 })
  })
})

it('shows a displaced change while another git holds the repository', async () => {
  const { store, git, put, folder } = await openStore({ 'posts/a.md': postFile('A') })
  const { commit } = await store.posts.save('a', { content: 'Saved.' }, null)
  git('reset', '-q', '--hard', 'HEAD~1')
  put('.git/index.lock', '')
  const { texts } = await store.displaced.read(commit ?? '')
  rmSync(join(folder, '.git/index.lock'))
  expect(texts).toMatchObject([
    { path: 'posts/a.md', fits: true, result: expect.stringContaining('Saved.') },
  ])
})

describe('tags and projects', () => {
  it('moves by hand count, until a rewrite of history takes them off the branch', async () => {
    const file = (day: string) => `title: P\ndue_date: ${day}\n`
    const { store, put, git } = await openStore({ 'projects/p.yaml': file('2026-12-01') })
    put('projects/p.yaml', file('2026-12-02'))
    git('commit', '-qam', 'Move')
    await until(() => movesOf(store, 'p').length === 1)
    const move = { from: '2026-12-01', to: '2026-12-02', reason: '' }
    expect(movesOf(store, 'p')).toMatchObject([move])
    git('reset', '-q', '--hard', 'HEAD~1')
    await store.rescan()
    await until(() => movesOf(store, 'p').length === 0)
  })

  it('two saves of a project merge by field or are refused', async () => {
    const { store } = await openStore({ 'projects/p.yaml': 'title: P\ndue_date: 2026-12-01\n' })
    const basedOn = store.snapshot().projectsById.get('p')?.revision ?? ''
    const save = (patch: object) => store.projects.save('p', patch, { basedOn, reason: '' })
    expect(await save({ title: 'Q' })).toMatchObject({ merged: false })
    expect(await save({ link: 'https://example.org/' })).toMatchObject({
      merged: true,
      value: { title: 'Q', link: 'https://example.org/' },
    })
    await expect(save({ title: 'R' })).rejects.toBeInstanceOf(StaleError)
  })
})
