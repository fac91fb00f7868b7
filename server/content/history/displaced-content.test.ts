import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore, postFile } from '../../test/content-store-fixture.ts'

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
