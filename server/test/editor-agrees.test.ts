/** What the editor shows of a text while one types is what its page shows once it is saved. */
import { expect, it } from 'vitest'
import type { Post } from '#domain/post.ts'
import { startServer } from './live-server.ts'

it.each([
  ['a first heading that repeats the title', 'Long walks', '# Long *walks*\n\nThree words here.'],
  ['another first heading', 'Long walks', '# Short walks\n\nThree words here.'],
])('preview and word count of %s', async (_, title, content) => {
  const server = await startServer()
  const preview = await server.call<{ html: string }>('POST', '/posts/preview', { title, content })
  const words = await server.call<object>('POST', '/posts/words', { title, content })
  const saved = await server.call<Post>('POST', '/posts', { type: 'essay', title, content })
  const { html, word_count } = (await server.call<Post>('GET', `/posts/${saved.data.id}`)).data
  const withoutIds = (text: string) => text.replace(/(?:p-long-walks|preview)-/g, '')
  expect(withoutIds(preview.data.html)).toBe(withoutIds(html))
  expect(words.data).toEqual({ word_count })
})
