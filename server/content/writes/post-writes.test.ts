import { expect, it, vi } from 'vitest'
import { openStore, postFile } from '../../test/content-store-fixture.ts'
import { until } from '../../test/git-fixture.ts'
import { splitFrontMatter } from '../formats/yaml/split-front-matter.ts'

vi.mock('../formats/yaml/split-front-matter.ts', { spy: true })

it('a save reads its post twice', async () => {
  const { store } = await openStore({ 'posts/a.md': postFile('A') })
  // The history reads posts too.
  await until(() => store.snapshot().facts !== null)
  vi.mocked(splitFrontMatter).mockClear()
  const { value } = await store.posts.save('a', { content: 'New text.' }, null)
  expect(store.snapshot().posts.get('a')).toBe(value)
  expect(splitFrontMatter).toHaveBeenCalledTimes(2)
})

it('a new post is read once', async () => {
  const { store } = await openStore()
  await until(() => store.snapshot().facts !== null)
  vi.mocked(splitFrontMatter).mockClear()
  const { value } = await store.posts.create({ type: 'essay', title: 'A', content: 'Text.' })
  expect(store.snapshot().posts.get('a')).toBe(value)
  expect(splitFrontMatter).toHaveBeenCalledTimes(1)
})
