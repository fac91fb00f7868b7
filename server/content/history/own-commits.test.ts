/** What a save costs the history: it is known with the answer, and no git process is asked for it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openStoreIn, postFile } from '../../test/content-store-fixture.ts'
import { makeRepository, notingGit, until } from '../../test/git-fixture.ts'

it('knows of its own saves with their answers, and asks no git log for it', async () => {
  const fixture = makeRepository({
    'site.yaml': 'time_zone: Europe/Berlin\n',
    'posts/old.md': postFile('Old', 'draft: true\n'),
    'posts/public.md': postFile('Public'),
    'projects/p.yaml': 'title: P\ndue_date: 2026-12-01\n',
  })
  const { env, readings } = notingGit()
  const logs = () => readings().filter((line) => line.includes(' log '))
  const { store } = await openStoreIn({ ...fixture, open: () => fixture.open({ env }) })
  await until(() => store.snapshot().facts !== null)
  await sleep(300)
  const before = logs()
  expect(before).not.toEqual([])
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
  const asked = logs().length
  const renamed = await store.posts.rename('new', 'Newer', null)
  expect(renamed.value.id).toBe('newer')
  // Git is asked which file was renamed.
  const renaming = logs().slice(asked)
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
  await sleep(300)
  expect(logs().slice(before.length)).toEqual(renaming)
})
