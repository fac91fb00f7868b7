import { expect, it } from 'vitest'
import type { PostListAnswer, PostListMeta } from '#domain/answers/public-answers.ts'
import { RECORD_KINDS } from '#domain/record/record-entry.ts'
import type { PostRecord } from '../content/records.ts'
import { AppError } from '../errors.ts'
import {
  FIXTURE_NOW,
  fixtureContext,
  fixturePost,
  fixtureSnapshot,
  projectRecord,
  tag,
} from '../test/test-records.ts'
import { answerQuery } from './queries.ts'
import type { QueryContext } from './query-context.ts'

const HOUR = 3_600_000

const contextOf = (posts: PostRecord[], more?: Parameters<typeof fixtureSnapshot>[1]) =>
  fixtureContext(fixtureSnapshot(posts, more))

const essays = Array.from({ length: 25 }, (_, index) =>
  fixturePost({
    id: `essay-${String(index).padStart(2, '0')}`,
    // Some share one instant.
    instant: FIXTURE_NOW - (index + Number(index % 10 !== 9)) * HOUR,
    tags: index % 2 === 0 ? ['Writing'] : ['writing', 'Drawing'],
  }),
)
const context = contextOf([
  ...essays,
  fixturePost({ id: 'note', type: 'short', featured: true, instant: FIXTURE_NOW - 2 * HOUR }),
  fixturePost({ id: 'plan', draft: true }),
  fixturePost({ id: 'later', instant: FIXTURE_NOW + HOUR }),
])

async function list(path: string, of: QueryContext = context) {
  // The path names a list, so its answer has this form.
  const { data, meta } = (await answerQuery(path, of)) as PostListAnswer
  return { ids: data.map(({ id }) => id), data, meta: meta as PostListMeta }
}

async function failure(path: string) {
  const error = await answerQuery(path, context).catch((thrown: unknown) => thrown)
  return error instanceof AppError ? `${error.statusCode} ${error.message}` : error
}

it('lists go on from a cursor to the end, each post once', async () => {
  const seen: string[] = []
  for (let next = ''; ; ) {
    const { ids, meta } = await list(`/posts/public/essay?limit=10${next}`)
    expect(meta.total).toBe(25)
    seen.push(...ids)
    if (meta.next_cursor === null) break
    next = `&cursor=${meta.next_cursor}`
  }
  expect(seen).toEqual(essays.map(({ id }) => id))
})

it('lists go on with one cursor in another list', async () => {
  const { meta } = await list('/posts/public/essay?limit=1')
  expect((await list(`/posts/public/short?cursor=${meta.next_cursor}`)).ids).toEqual(['note'])
})

it('lists count the tags of the whole list, most used first, also when one is filtered', async () => {
  const { meta } = await list('/posts/public?tag=drawing&limit=1')
  const counts = meta.tags.map(({ name, count }) => `${name} ${count}`)
  expect(counts).toEqual(['Writing 25', 'Drawing 12'])
})

it('the list of featured posts has public ones alone, newest first', async () => {
  const posts = ['old', 'plain', 'new', 'draft'].map((id, at) =>
    fixturePost({
      ...{ id, featured: id !== 'plain', draft: id === 'draft' },
      instant: FIXTURE_NOW - (9 - at) * HOUR,
    }),
  )
  expect((await list('/posts/featured', contextOf(posts))).ids).toEqual(['new', 'old'])
})

it('lists leave texts out of summaries, save the rendered text of shorts', async () => {
  const { data } = await list('/posts/public?view=summary&limit=3')
  expect(data.filter((post) => 'content' in post)).toEqual([])
  expect(data.map((post) => 'html' in post)).toEqual([false, false, true])
  expect(data[2]?.html).toBe('<p>Text of note.</p>')
})

it('one post has its older and newer neighbours', async () => {
  const { data, meta } = await answerQuery('/posts/essay-01', context)
  expect(data).toMatchObject({ id: 'essay-01', html: '<p>Text of essay-01.</p>', image_url: '' })
  expect(meta).toEqual({
    next: { id: 'essay-00', title: 'essay-00' },
    previous: { id: 'note', title: 'note' },
    edited: null,
    image: null,
    contents: [],
  })
})

it('tags are counted in public posts of every type, listed ones first, without regard to case', async () => {
  const posts = [
    fixturePost({ id: 'a', tags: ['writing', 'Rust'] }),
    fixturePost({ id: 'b', tags: ['WRITING', 'rust'], type: 'link' }),
    fixturePost({ id: 'c', tags: ['Rust', 'Topic 10', 'topic 2'] }),
    fixturePost({ id: 'draft', draft: true, tags: ['Secret'] }),
    fixturePost({ id: 'later', instant: FIXTURE_NOW + 1, tags: ['Secret'] }),
  ]
  const parts = {
    listedTags: [tag('Writing', 'tag-rose'), tag('Unused')],
    projects: [projectRecord({ id: 'p', tags: ['Zig'] })],
  }
  const { data } = await answerQuery('/posts/tags', contextOf(posts, parts))
  expect(data).toMatchObject([
    { name: 'Writing', count: 2, color: 'tag-rose' },
    { name: 'Unused', count: 0 },
    { name: 'Rust', count: 3 },
    { name: 'topic 2', count: 1 },
    { name: 'Topic 10', count: 1 },
    { name: 'Zig', count: 0 },
  ])
})

it('the heatmap counts public essays and shorts alone, of the days that are asked for', async () => {
  const types = ['essay', 'short', 'link', 'project', 'reading'] as const
  const posts = [0, 1, 2, 3].flatMap((ago) => {
    const instant = FIXTURE_NOW - ago * 24 * HOUR
    return types.map((type) => fixturePost({ id: `${type}-${ago}`, type, instant }))
  })
  const hidden = fixturePost({ id: 'draft', draft: true, instant: FIXTURE_NOW - 24 * HOUR })
  const path = '/posts/heatmap?from=2026-11-18&to=2026-11-19'
  const { data } = await answerQuery(path, contextOf([...posts, hidden]))
  expect(data).toMatchObject([{ ids: ['essay-2', 'short-2'] }, { ids: ['essay-1', 'short-1'] }])
})

it.each([
  ['/posts/later', '404 Post not found'],
  ['/posts/public/poem', '404 There is no such type of post.'],
  ['/posts/public/constructor', '404 There is no such type of post.'],
  ['/resources/knitting', '404 There is no such page.'],
  ['/posts/public?limit=0', '400 The limit must be a whole number from 1 to 100.'],
  ['/posts/public?limit=101', '400 The limit must be a whole number from 1 to 100.'],
  ['/record?limit=1e1', '400 The limit must be a whole number from 1 to 100.'],
  ['/record?cursor=MjAyNi0xMS0yMA', '400 The cursor is not one that this site gave out.'],
  ['/posts/public?cursor=abc', '400 The cursor is not one that this site gave out.'],
  ['/posts/featured?view=tiny', '400 The view must be one of summary, full.'],
  ['/posts/heatmap?from=2026-02-30', '400 "from" must be a date like 2026-11-20.'],
  ['/posts/heatmap?to=soon', '400 "to" must be a date like 2026-11-20.'],
  ['/record?kind=posted&kind=lost', `400 The kind must be one of ${RECORD_KINDS.join(', ')}.`],
  ['/deadline-projects?at=', '400 "at" must be a date like 2026-11-20.'],
  ['/deadline-projects?at=2026-11-21', '400 "at" must not be in the future.'],
])('bad questions %s is answered %s', async (path, expected) => {
  expect(await failure(path)).toBe(expected)
})
