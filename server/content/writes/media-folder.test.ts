import { expect, it } from 'vitest'
import { openStoreIn, postFile } from '../../test/content-store-fixture.ts'
import { makeRepository } from '../../test/git-fixture.ts'
import { createContentFiles } from '../files/content-files.ts'

it('reads each file that cannot be used once, however many images there are', async () => {
  const fixture = makeRepository({
    'posts/a.md': postFile('A', '', '![](/media/2026/a.png)'),
    'posts/bad.md': '---\ntitle: [\n---\nmedia/2026/a.png and media/2026/b.png\n',
    'about.md': 'media/2026/b.png\n',
  })
  const files = createContentFiles(fixture.folder)
  const reads: string[] = []
  const read = (path: string) => {
    reads.push(path)
    return files.read(path)
  }
  const { store } = await openStoreIn(fixture, { files: { ...files, read } })
  reads.length = 0
  const usesOf = await store.imageUses()
  const shown = ['a', 'b', 'c'].map((name) => {
    const { posts, files: others } = usesOf(`media/2026/${name}.png`)
    return [...posts.map(({ id }) => id), ...others]
  })
  expect(shown).toEqual([['a', 'posts/bad.md'], ['about.md', 'posts/bad.md'], []])
  expect(reads).toEqual(['posts/bad.md'])
})
