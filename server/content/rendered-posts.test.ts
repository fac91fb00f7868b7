/** What is listed of texts that cannot be rendered. */
import { expect, it } from 'vitest'
import type { MarkdownText, RenderedText } from '../markdown/markdown-renderer.ts'
import { openStore, postFile } from '../test/content-store-fixture.ts'
import { until } from '../test/git-fixture.ts'

it('a problem is listed also when it is found after an answer went on without the text', async () => {
  const found: ((text: RenderedText) => void)[] = []
  const later = () => new Promise<RenderedText>((resolve) => void found.push(resolve))
  const renderer = { render: async () => ({ html: '', problem: null, later: later() }) }
  const files = { 'posts/a.md': postFile('A'), 'about.md': 'Me.\n' }
  const { store } = await openStore(files, { renderer })
  const [post] = store.snapshot().publicPosts
  if (!post) throw new Error('no post')
  await store.texts.render(post)
  await store.texts.about()
  expect(store.snapshot().problems).toEqual([])
  for (const tell of found) tell({ html: '', problem: 'Too slow.' })
  await until(() => store.snapshot().problems.length === 2)
  expect(store.snapshot().problems.map(({ file }) => file)).toEqual(['about.md', post.path])
})

it('a text that cannot be rendered is a problem until it changes', async () => {
  const renderer = {
    render: async ({ markdown }: MarkdownText) => ({
      html: markdown,
      problem: markdown.startsWith('>>') ? 'Too deep.' : null,
    }),
  }
  const { store } = await openStore({ 'posts/a.md': postFile('A', '', '>>>') }, { renderer })
  const listed = () => store.snapshot().problems.map(({ file, reason }) => [file, reason])
  for (const post of store.snapshot().publicPosts) await store.texts.render(post)
  await until(() => listed().length === 1)
  expect(listed()).toEqual([['posts/a.md', 'Too deep.']])
  await store.posts.save('a', { content: 'Fine.' }, null)
  expect(listed()).toEqual([])
})
