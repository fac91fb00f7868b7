import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStore, postFile } from '../test/content-store-fixture.ts'
import { faultsOf, until } from '../test/git-fixture.ts'
import type { ContentStore } from './content-store.ts'
import { StaleRevisionError } from './writes/fit-change.ts'

const movesOf = (store: ContentStore, id: string) => store.snapshot().moves.get(id) ?? []

const ESSAY = { type: 'essay', title: 'Shipping in public', content: 'A text.\n' } as const

describe('a new post', () => {
  it('is a commit of one file and stands in the snapshot', async () => {
    const { store, subjects, git, text } = await openStore()
    const { value, commit, merged } = await store.posts.create({ ...ESSAY, tags: ['Writing'] })
    expect(value).toMatchObject({ id: 'shipping-in-public', type: 'essay', tags: ['Writing'] })
    expect(value.created_at).toBe('2026-11-20T09:30:00+01:00')
    expect(store.snapshot().posts.get(value.id)).toBe(value)
    expect(merged).toBe(false)
    expect(git('rev-parse', 'HEAD').trim()).toBe(commit)
    expect(subjects()[0]).toBe('Publish essay: Shipping in public')
    const path = 'posts/2026/shipping-in-public.md'
    expect(git('show', '--name-only', '--format=').trim()).toBe(path)
    expect(text(path)).toContain('date: 2026-11-20T09:30:00+01:00\n')
  })

  it.each([
    ['a draft', { draft: true }, 'Save draft: Shipping in public'],
    ['a later one', { date: '2027-01-01' }, 'Schedule essay: Shipping in public'],
    ['an older one', { date: '2020-01-01' }, 'Publish essay: Shipping in public'],
  ])('says in its subject that it is %s', async (_, more, subject) => {
    const { store, subjects } = await openStore()
    const { value } = await store.posts.create({ ...ESSAY, ...more })
    expect(subjects()[0]).toBe(subject)
    expect(value.path).toBe(`posts/${value.day.slice(0, 4)}/shipping-in-public.md`)
  })

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

  it('gets one of a hundred ids when a hundred are made at once with one title', async () => {
    const fixture = await openStore()
    const dates = ['2024-03-01', '2025-03-01', '2026-03-01']
    const saves = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        fixture.store.posts.create({ ...ESSAY, date: dates[n % 3] ?? '' }),
      ),
    )
    expect(new Set(saves.map(({ value }) => value.id)).size).toBe(100)
    expect(new Set(saves.map(({ commit }) => commit)).size).toBe(100)
    expect(fixture.store.snapshot().publicPosts).toHaveLength(100)
    expect(fixture.store.snapshot().problems).toEqual([])
    expect(faultsOf(fixture)).toBe('')
  })
})

describe('a save', () => {
  it('changes only the lines it is about, and says when', async () => {
    const { store, git, text } = await openStore({
      'posts/a.md': postFile('A', 'mood: fine # unknown\n'),
    })
    const { value } = await store.posts.save('a', { title: 'New' }, null)
    expect(value.title).toBe('New')
    expect(text('posts/a.md')).toContain('mood: fine # unknown\n')
    expect(git('show', '--format=', '--numstat').trim()).toBe('2\t1\tposts/a.md')
    expect(value.updated_at).toBe('2026-11-20T09:30:00+01:00')
  })

  it.each([
    ['an update', '', { title: 'B' }, 'Update essay: B'],
    ['the end of a draft', 'draft: true\n', { draft: false }, 'Publish essay: A'],
    ['a change of a draft', 'draft: true\n', { title: 'B' }, 'Save draft: B'],
  ])('says in its subject that it is %s', async (_, more, patch, subject) => {
    const { store, subjects } = await openStore({ 'posts/a.md': postFile('A', more) })
    await store.posts.save('a', patch, null)
    expect(subjects()[0]).toBe(subject)
  })

  it('that changes nothing makes no commit', async () => {
    const { store, subjects } = await openStore({ 'posts/a.md': postFile('A') })
    const saved = await store.posts.save(
      'a',
      { title: 'A', content: 'Text of A.\n', tags: [] },
      null,
    )
    expect(saved.commit).toBeNull()
    expect(saved.value).toBe(store.snapshot().posts.get('a'))
    expect(subjects()).toEqual(['Author starts'])
  })

  it.each([
    ['one line', { content: 'Mine.' }, { content: 'Theirs.' }],
    ['one field', { title: 'Mine' }, { title: 'Theirs' }],
    ['the tags', { tags: ['Mine'] }, { tags: ['Theirs'] }],
  ])('from an older version is refused when both changed %s', async (_, mine, theirs) => {
    const { store, subjects } = await openStore({ 'posts/a.md': postFile('A') })
    const base = store.snapshot().posts.get('a')
    await store.posts.save('a', theirs, null)
    const refusal = await store.posts.save('a', mine, base?.revision ?? '').catch((error) => error)
    expect(refusal).toBeInstanceOf(StaleRevisionError)
    expect(refusal.current).toMatchObject(theirs)
    expect(refusal.base).toEqual(base)
    expect(subjects()).toHaveLength(2)
  })

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

  it('of a post that is gone is not found', async () => {
    const { store, folder } = await openStore({ 'posts/a.md': postFile('A') })
    await expect(store.posts.save('none', { title: 'B' }, null)).rejects.toThrow('Post not found')
    rmSync(join(folder, 'posts/a.md'))
    await expect(store.posts.save('a', { title: 'B' }, null)).rejects.toThrow('Post not found')
  })
})

describe('featuring, deleting and undoing', () => {
  it('are a commit each', async () => {
    const { store, subjects, text, folder } = await openStore({ 'posts/a.md': postFile('A') })
    const before = text('posts/a.md')
    await store.posts.feature('a', true)
    expect(store.snapshot().featured.map(({ id }) => id)).toEqual(['a'])
    expect(text('posts/a.md')).not.toContain('updated:')
    expect((await store.posts.feature('a', true)).commit).toBeNull()
    await store.posts.feature('a', false)
    const { commit } = await store.posts.delete('a')
    expect(existsSync(join(folder, 'posts/a.md'))).toBe(false)
    expect(store.snapshot().posts.size).toBe(0)
    const [deleted] = await store.history.deleted()
    expect(deleted).toMatchObject({ commit, post: { id: 'a', title: 'A' } })
    const undone = await store.history.revert(commit ?? '')
    expect(undone.value.subject).toBe('Undo: Delete essay: A')
    expect(store.snapshot().posts.has('a')).toBe(true)
    expect(await store.history.deleted()).toEqual([])
    expect(text('posts/a.md').replace('featured: false\n', '')).toBe(before)
    expect(subjects()).toEqual([
      'Undo: Delete essay: A',
      'Delete essay: A',
      'Unfeature essay: A',
      'Feature essay: A',
      'Author starts',
    ])
  })

  it('does not bring back a post whose id another post has', async () => {
    const { store, put } = await openStore({ 'posts/a.md': postFile('A') })
    const { commit } = await store.posts.delete('a')
    put('posts/2026/a.md', postFile('Another'))
    await store.refresh(['posts/2026/a.md'])
    await expect(store.history.revert(commit ?? '')).rejects.toMatchObject({ statusCode: 409 })
    await expect(store.history.revert('1'.repeat(40))).rejects.toMatchObject({ statusCode: 404 })
  })
})

describe('tags and projects', () => {
  it('a moved deadline keeps its reason, and moves by hand count too', async () => {
    const { store, subjects, put, git } = await openStore()
    const { value } = await store.projects.create({ title: 'Ship v1', due_date: '2026-12-01' })
    expect(value).toMatchObject({
      id: 'ship-v1',
      status: 'Not Started',
      path: 'projects/ship-v1.yaml',
    })
    const patch = { due_date: '2026-12-31', status: 'In Progress' } as const
    await store.projects.save('ship-v1', patch, { basedOn: value.revision, reason: 'Tests first.' })
    put('projects/ship-v1.yaml', 'title: Ship v1\ndue_date: 2027-01-15\n')
    git('commit', '-qam', 'Move by hand')
    await store.refresh(['projects/ship-v1.yaml'])
    await until(() => movesOf(store, 'ship-v1').length === 2)
    expect(movesOf(store, 'ship-v1')).toMatchObject([
      { from: '2026-12-01', to: '2026-12-31', reason: 'Tests first.' },
      { from: '2026-12-31', to: '2027-01-15', reason: '' },
    ])
    expect(subjects().slice(1, 3)).toEqual(['Update project: Ship v1', 'Add project: Ship v1'])
  })

  it('forgets moves that a rewrite of history took off the branch', async () => {
    const file = (day: string) => `title: P\ndue_date: ${day}\n`
    const { store, put, git } = await openStore({ 'projects/p.yaml': file('2026-12-01') })
    put('projects/p.yaml', file('2026-12-02'))
    git('commit', '-qam', 'Move')
    await until(() => movesOf(store, 'p').length === 1)
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
    await expect(save({ title: 'R' })).rejects.toBeInstanceOf(StaleRevisionError)
  })
})

it('lists a conflict marker in a text that is served as it is, until it is gone', async () => {
  const conflict = '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other'
  const { store, put, text } = await openStore({
    'posts/a.md': postFile('A'),
    'about.md': `Me.\n${conflict}\n`,
  })
  await store.posts.save('a', { content: `Text.\n\n${conflict}` }, null)
  const listed = () => store.snapshot().problems.map(({ file, line }) => [file, line])
  const markers = text('posts/a.md').split('\n').indexOf('<<<<<<< HEAD')
  expect(listed()).toEqual([
    ['about.md', 2],
    ['posts/a.md', markers + 1],
  ])
  expect(store.snapshot().posts.get('a')?.content).toContain(conflict)
  put('posts/a.md', postFile('A'))
  await store.refresh(['posts/a.md'])
  expect(listed()).toEqual([['about.md', 2]])
})
