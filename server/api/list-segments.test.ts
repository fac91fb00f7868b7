import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { PostRecord } from '../content/records.ts'
import { tag } from '../content/test-records.ts'
import { cutList } from './list-segments.ts'
import { answerBody, type QueryContext } from './queries.ts'
import { FIXTURE_NOW, fixturePost, fixtureSnapshot } from './snapshot-fixture.ts'

const posts = Array.from({ length: 1500 }, (_, index) =>
  fixturePost({ id: `post-${index}`, instant: FIXTURE_NOW - (index + 1) * 60_000, tags: ['Go'] }),
)

/** The whole list, and how many of its posts were asked for their text to make it. */
async function wholeList(of: readonly PostRecord[], color: 'tag-rose' | 'tag-blue' = 'tag-rose') {
  let rendered = 0
  const context: QueryContext = {
    snapshot: fixtureSnapshot(of, { listedTags: [tag('Go', color)] }),
    now: FIXTURE_NOW,
    async html(post) {
      rendered += 1
      return `<p>${post.content}</p>`
    },
    aboutHtml: async () => '',
    changes: async ({ id, title }) => ({ id, title, changes: [], more: false }),
    search: async () => [],
  }
  const body = await answerBody('/posts/public', context)
  if (Buffer.isBuffer(body)) throw new Error('A long list comes in segments.')
  const json = JSON.parse(gunzipSync(body.bytes).toString())
  return { rendered, digest: body.digest, json }
}

it('gives a long list whole, and again without any work', async () => {
  const first = await wholeList(posts)
  expect(first.json.data.map(({ id }: PostRecord) => id)).toEqual(posts.map(({ id }) => id))
  expect(first.json.data[7].html).toBe('<p>Text of post-7.</p>')
  expect(first.json.meta).toMatchObject({ total: 1500, next_cursor: null })
  const again = await wholeList(posts)
  expect([again.rendered, again.digest]).toEqual([0, first.digest])
})

it.each<[string, readonly PostRecord[]]>([
  ['a new post', [fixturePost({ id: 'new', instant: FIXTURE_NOW }), ...posts]],
  ['a deleted post', posts.filter((_, index) => index !== 700)],
  [
    'a changed post',
    posts.map((post, index) => (index === 300 ? fixturePost({ ...post, title: 'Changed' }) : post)),
  ],
])('makes only the segments anew that %s touches', async (_, changed) => {
  await wholeList(posts)
  const { rendered, json } = await wholeList(changed)
  expect(json.data.map(({ title }: PostRecord) => title)).toEqual(changed.map((post) => post.title))
  const touched = cutList(changed).filter((segment) =>
    segment.some((post) => !posts.includes(post)),
  )
  const largest = Math.max(...cutList([...posts, ...changed]).map((segment) => segment.length))
  expect(rendered).toBeLessThanOrEqual(2 * largest)
  expect(rendered).toBeLessThan(posts.length / 2)
  expect(touched.length).toBeLessThanOrEqual(1)
})

it('shows a tag’s new colour in every segment', async () => {
  await wholeList(posts)
  const { json } = await wholeList(posts, 'tag-blue')
  expect(
    json.data.every((post: { tags: { color: string }[] }) => post.tags[0]?.color === 'tag-blue'),
  ).toBe(true)
})

it('cuts lists where ids say, within bounds', () => {
  const sizes = cutList(posts).map((segment) => segment.length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1500)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(512)
  expect(sizes.length).toBeGreaterThan(4)
  expect(cutList([])).toEqual([])
})
