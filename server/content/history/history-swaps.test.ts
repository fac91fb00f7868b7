/** How often a commit by hand swaps the snapshot. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openStore, postFile } from '../../test/content-store-fixture.ts'
import { until } from '../../test/git-fixture.ts'

const project = (due: string) => `title: P\ndue_date: ${due}\n`

it('a commit by hand swaps the snapshot once for its files and once for its history', async () => {
  const { store, put, git } = await openStore({
    'posts/a.md': postFile('A'),
    'posts/b.md': postFile('B', '', 'A text that only this post has, from the first word on.'),
    'projects/p.yaml': project('2026-12-01'),
  })
  await until(() => store.snapshot().facts !== null)
  await sleep(300)
  const { version } = store.snapshot()
  const swaps = () => store.snapshot().version - version
  put('posts/a.md', postFile('A', '', 'Another text.'))
  git('mv', 'posts/b.md', 'posts/c.md')
  put('projects/p.yaml', project('2027-01-01'))
  await store.refresh(['posts', 'projects'])
  expect(swaps()).toBe(1)
  git('commit', '-qam', 'By hand')
  await until(() => {
    const { moves, edits, renames } = store.snapshot()
    return moves.has('p') && edits.has('posts/a.md') && renames.get('b') === 'c'
  })
  await sleep(300)
  expect(swaps()).toBe(2)
})
