import { expect, it } from 'vitest'
import { parsePostFile } from './post-file.ts'

const reading = { timeZone: 'Europe/Berlin', fallbackDate: Date.parse('2020-02-02T12:00:00Z') }
const parse = (text: string, path = 'posts/a.md') =>
  parsePostFile({ path, bytes: Buffer.from(text) }, reading)
const post = (frontMatter: string, body = 'Text\n') =>
  parse(`---\n${frontMatter}\n---\n\n${body}`).value
const problem = (frontMatter: string) => {
  const { value, problems } = parse(`---\n${frontMatter}\n---\n`)
  return { value, problems }
}

it('a post has what its file says', async () => {
  const text = `---
title: Shipping in public
type: essay
date: 2026-11-20T09:30:00+01:00
updated: 2026-11-21T08:00:00+01:00
tags: [Writing, Fitness & Health, writing]
featured: true
draft: true
description: What it costs.
aliases: [old-id]
project: ship-v1
---

# One

Some **words** here.
`
  const path = 'posts/2026/shipping-in-public.md'
  const { value, problems } = parse(text.replaceAll('\n', '\r\n'), path)
  expect(problems).toEqual([])
  expect(value?.isDateless).toBe(false)
  expect(await value?.wordCount()).toBe(4)
  const words = 'Some words here.'
  const summary = { excerpt: words, preview: words, preview_cut: false }
  expect(value?.summary()).toEqual({ ...summary, description: 'What it costs.' })
  expect(value).toMatchObject({
    ...{ id: 'shipping-in-public', path, type: 'essay', title: 'Shipping in public' },
    content: '# One\n\nSome **words** here.',
    ...{ url: null, featured: true, draft: true, aliases: ['old-id'], project: 'ship-v1' },
    tags: ['Writing', 'Fitness & Health'],
    instant: Date.parse('2026-11-20T08:30:00Z'),
    created_at: '2026-11-20T09:30:00+01:00',
    updated_at: '2026-11-21T08:00:00+01:00',
    day: '2026-11-20',
  })
})

const MADE = '2026-01-02T00:00:00+01:00'
it.each<[string, object]>([
  ...[
    ['created_at', 'updated_at'],
    ['pubDate', 'modified'],
  ].map(([date, updated]): [string, object] => [
    `${date}: 2026-01-02\n${updated}: 2026-03-04 05:06`,
    { created_at: MADE, updated_at: '2026-03-04T05:06:00+01:00' },
  ]),
  ['date: 2026-01-02', { updated_at: MADE }],
  // Scheduled, and edited before its date.
  ['date: 2026-01-02\nupdated: 2026-01-01', { updated_at: MADE }],
  ['date: Jul 08 2022', { day: '2022-07-08' }],
  ['date: 2022-07-08 10:00:00 -0500', { day: '2022-07-08' }],
  ['date: 2022-07-08T22:30:00Z', { day: '2022-07-09' }],
  ['published: 2030-01-02', { day: '2030-01-02', draft: false }],
  ['published: 2030-01-02\ndate: 2026-01-01', { day: '2026-01-01' }],
  ['categories: [A]\ntags: [b, a]', { tags: ['b', 'a'] }],
  ['tags: [2026, 1e3, ~, ""]', { tags: ['2026', '1e3'] }],
  ['tags:', { tags: [] }],
  ['tags:\n  - Machine\n    Learning', { tags: ['Machine Learning'] }],
  ['type: Essay', { type: 'essay' }],
  ['x: y', { type: 'short', draft: false }],
  ['url: https://example.org/', { type: 'link' }],
  ['type: essay\nurl: https://example.org/', { type: 'essay' }],
  // An alias that is an address is known by its last part too.
  ['aliases: [/2019/old/, b, /c.html, b]', { aliases: ['old', '/2019/old', 'b', 'c', '/c'] }],
  ['draft: yes', { draft: true }],
  ['draft: " true "', { draft: true }],
  ['draft: false\npublished: off', { draft: true }],
  ['draft: no', { draft: false }],
  ['published: yes', { draft: false }],
])('a post has without a problem from %j what %j says', (frontMatter, fields) => {
  expect(problem(frontMatter)).toMatchObject({ value: fields, problems: [] })
})

it.each([
  ['a first heading', '```\n# no\n```\n\n## A *fine* [day](x) ##\n', 'posts/a.md', 'A fine day'],
  ['a heading underlined', 'A title\n=======\n', 'posts/a.md', 'A title'],
  ['its first words', 'Text of *a* day', 'posts/2026/my note.md', 'Text of a day'],
  ['its id', '', 'posts/2026/my note.md', 'my note'],
  ['its title in one line', '---\ntitle: >\n  a\n  b\n---\n', 'posts/a.md', 'a b'],
  ['a title as it is written', '---\ntitle: 0123\n---\n', 'posts/a.md', '0123'],
])('a post is called by %s', (_, text, path, title) => {
  expect(parse(text, path).value?.title).toBe(title)
})

it('a post takes its date from its name, else the date it is given', () => {
  const dated = { id: '2026-11-20-a', day: '2026-11-20', created_at: '2026-11-20T00:00:00+01:00' }
  expect(parse('x', 'posts/2026-11-20-a.md').value).toMatchObject({ ...dated, isDateless: false })
  for (const path of ['posts/2026-13-45-a.md', 'posts/a.md']) {
    expect(parse('x', path)).toMatchObject({
      value: { day: '2020-02-02', created_at: '2020-02-02T13:00:00+01:00', isDateless: true },
    })
  }
})

it.each(['summary', 'excerpt', 'description'])('a post is described by %s', (key) => {
  expect(post(`${key}: About it.`)?.summary().description).toBe('About it.')
})

it('a post is described by its beginning otherwise, and cut at a word', () => {
  const value = post('x: y', `# Head\n\n${'lorem ipsum '.repeat(40)}`)
  expect(value?.summary().description).toBe(`${'lorem ipsum '.repeat(13).trim()}…`)
  expect(value?.summary().preview_cut).toBe(true)
  expect(value?.summary().preview.length).toBeLessThanOrEqual(201)
})

const unreadable =
  'draft: maybe¦draft: [true]¦draft:¦draft: ""¦published:¦published: ""¦draft: |\n  tru¦' +
  'published: never¦published: [false]¦published: 2026-13-45¦draft: false\npublished: never¦' +
  'Draft: true¦"draft ": true¦draft: false\nDraft: true'
it.each(unreadable.split('¦'))('a post is hidden and listed with %j', (flags) => {
  const { value, problems } = problem(`title: A\n${flags}`)
  expect(value?.draft).toBe(true)
  const [line, reason] = [expect.any(Number), expect.any(String)]
  expect(problems).toEqual([{ file: 'posts/a.md', line, reason }])
})

it('a post of an unknown type is short, with a warning that no check refuses', () => {
  expect(problem('title: T\ntype: page\nurl: https://example.org/')).toMatchObject({
    value: { type: 'short' },
    problems: [{ line: 3, warning: true }],
  })
})

it.each<[string, object]>([
  ['featured: perhaps', { featured: false }],
  ['type: essay\nurl: ftp://example.org/', { type: 'essay', url: null }],
  [`tags: [${Array.from({ length: 31 }, (_, n) => `t${n}`).join(', ')}]`, {}],
  [`tags: [a, ${'b'.repeat(61)}]`, { tags: ['a'] }],
  ['project: [cups]', { project: null }],
  // Listed once.
  ['featured: perhaps\namount: three', { featured: false, amount: null }],
])('a post with a lesser problem is served all the same: %j', (frontMatter, fields) => {
  const { value, problems } = problem(frontMatter)
  expect(value).toMatchObject(fields)
  expect(value?.tags.length).toBeLessThanOrEqual(30)
  expect(problems).toHaveLength(1)
})
