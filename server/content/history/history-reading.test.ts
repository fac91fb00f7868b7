/** What the commits of a branch say of posts and projects, against real git. */
import { expect, it } from 'vitest'
import { openStore, openStoreIn, postFile } from '../../test/content-store-fixture.ts'
import { type Fixture, makeRepository, until } from '../../test/git-fixture.ts'

const P = 'posts/p.md'
const DRAFT = postFile('P', 'draft: true\n', 'One two three four five six seven.')
const PUBLIC = postFile('P', '', 'One two three four five six seven.')
const SCHEDULED = PUBLIC.replace('2026-05-01', '2090-05-01')

type Step = (author: Fixture) => void
const put =
  (text: string, path = P): Step =>
  (author) =>
    author.put(path, text)
const remove: Step = (author) => author.git('rm', '-q', P)
const side: Step = (author) => author.git('checkout', '-q', '-B', 'side')
const merge: Step = (author) => {
  author.git('checkout', '-q', 'main')
  author.git('merge', '-q', '--no-ff', '--no-commit', 'side')
}

it.each<[string, Step[], number | null, string?]>([
  ['the commit that brought it', [put(PUBLIC)], 1],
  ['the first of several', [put(PUBLIC), put(`${PUBLIC} More.`)], 1],
  ['the commit that made a draft public', [put(DRAFT), put(PUBLIC)], 2],
  ['none for a draft', [put(DRAFT)], null],
  ['the commit that scheduled it', [put(SCHEDULED), put(PUBLIC)], 1],
  ['the first, where it was a draft again in between', [put(PUBLIC), put(DRAFT), put(PUBLIC)], 1],
  ['the commit that made it readable', [put('---\ntitle: [\n---\n'), put(PUBLIC)], 2],
  [
    'the first, through a rename with an edit',
    [
      put(PUBLIC),
      (author) => {
        author.git('mv', P, 'posts/q.md')
        author.put('posts/q.md', `${PUBLIC} More.`)
      },
    ],
    1,
    'posts/q.md',
  ],
  ['the last addition of one that was deleted', [put(PUBLIC), remove, put(PUBLIC)], 3],
  ['the merge that brought it from a branch', [side, put(PUBLIC), merge], 3],
  ['what is committed, whatever was edited by hand since', [put(PUBLIC), put(PUBLIC)], 1],
])('a post is logged by %s', async (_, steps, expected, path = P) => {
  const author = makeRepository({ 'site.yaml': 'time_zone: Europe/Berlin\n' })
  const commits: string[] = []
  for (const step of steps) {
    step(author)
    author.git('add', '-A')
    author.git('commit', '-q', '--allow-empty', '-m', 'Step')
    commits.push(author.git('rev-parse', 'HEAD').trim())
  }
  author.put(path, `${author.text(path)} By hand.`)
  const { store } = await openStoreIn(author)
  await until(() => store.snapshot().facts !== null)
  const logged = store.snapshot().facts?.logged
  const number = commits.indexOf(logged?.get(path)?.commit ?? '') + 1
  expect(number === 0 ? null : number).toBe(expected)
  expect(logged?.size).toBe(expected === null ? 0 : 1)
})

it('a move on a branch keeps its commit and reason through the merge that brings it', async () => {
  const project = (due: string) => `title: P\ndue_date: ${due}\n`
  const author = makeRepository({ 'projects/p.yaml': project('2026-12-01') })
  side(author)
  author.put('projects/p.yaml', project('2027-01-01'))
  // More than the panel would take.
  author.git('commit', '-qam', 'Move', '-m', '😀'.repeat(2_000))
  const moved = author.git('rev-parse', 'HEAD').trim()
  merge(author)
  author.git('commit', '-qm', 'Merge')
  const merged = author.git('rev-parse', 'HEAD').trim()
  const { store } = await openStoreIn(author)
  await until(() => (store.snapshot().moves.get('p') ?? []).length === 1)
  expect(store.snapshot().moves.get('p') ?? []).toMatchObject([
    { from: '2026-12-01', to: '2027-01-01', commit: moved, reason: `${'😀'.repeat(499)}…` },
  ])
  const versions = store.snapshot().facts?.projects.get('p')
  expect(versions?.at(-1)).toMatchObject({ commit: merged, project: { due_date: '2027-01-01' } })
})

it('a save is in the history with its answer, as one change of the site', async () => {
  const { store } = await openStore({
    'posts/old.md': postFile('Old', 'draft: true\n'),
    'posts/public.md': postFile('Public'),
    'projects/p.yaml': 'title: P\ndue_date: 2026-12-01\n',
  })
  await until(() => store.snapshot().facts !== null)
  const { version } = store.snapshot()
  const swaps = () => store.snapshot().version - version
  const logged = (id: string) => {
    const { facts, posts } = store.snapshot()
    return facts?.logged.get(posts.get(id)?.path ?? '')?.commit ?? null
  }
  expect(logged('old')).toBeNull()
  const made = await store.posts.create({ type: 'essay', title: 'New', content: 'A text.' })
  expect([logged('new'), swaps()]).toEqual([made.commit, 1])
  const published = await store.posts.save('old', { draft: false }, null)
  expect([logged('old'), swaps()]).toEqual([published.commit, 2])
  const renamed = await store.posts.rename('new', 'Newer', null)
  expect(renamed.value.id).toBe('newer')
  expect([logged('newer'), logged('new')]).toEqual([made.commit, null])
  const moved = await store.projects.save(
    'p',
    { due_date: '2027-01-01' },
    { basedOn: null, reason: 'Later' },
  )
  expect(store.snapshot().moves.get('p')).toMatchObject([{ commit: moved.commit, reason: 'Later' }])
  expect(store.snapshot().facts?.projects.get('p')).toMatchObject([
    { project: { due_date: '2026-12-01' } },
    { commit: moved.commit, reason: 'Later', project: { due_date: '2027-01-01' } },
  ])
  const facts = store.snapshot().facts
  await store.posts.save('public', { content: 'Other words.' }, null)
  expect(store.snapshot().facts).toEqual(facts)
  await store.posts.delete('newer')
  expect(store.snapshot().facts?.logged.has('posts/newer.md')).toBe(false)
})
