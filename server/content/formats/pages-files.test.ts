import { expect, it } from 'vitest'
import { DEFAULT_REMIND } from '#domain/site.ts'
import { DEFAULT_AREAS, DEFAULT_TAGS } from '#domain/tag.ts'
import { DEFAULT_PAGES, parsePageFile } from './page-file.ts'
import { defaultSite, parseSiteFile } from './site-file.ts'
import { composeTagsFile, parseTagsFile } from './tags-file.ts'

const bytes = Buffer.from
const parseTags = (text: string) => parseTagsFile({ path: 'tags.yaml', bytes: bytes(text) })
const parseAbout = (text: string) => parsePageFile({ path: 'about.md', bytes: bytes(text) })
const defaults = defaultSite('Asia/Kolkata')
const parseSite = (text: string) =>
  parseSiteFile({ path: 'site.yaml', bytes: bytes(text) }, 'Asia/Kolkata')
const lines = (problems: readonly { line: number | null }[]) => problems.map(({ line }) => line)

it('tags.yaml lists tags in order; an unknown color is gray, an unusable entry a problem', () => {
  const text = '# mine\n- {name: Writing, color: tag-rose}\n- name: Baking\n  color: red\n- Bare\n'
  const long = 'x'.repeat(61)
  const more = `- color: tag-rose\n- name: writing\n- [x]\n- name: ${long}\n`
  const { value, problems } = parseTags(text + more)
  expect(value).toEqual([
    { id: 'writing', name: 'Writing', color: 'tag-rose' },
    { id: 'baking', name: 'Baking', color: 'tag-gray' },
    { id: 'bare', name: 'Bare', color: 'tag-gray' },
  ])
  expect(lines(problems)).toEqual([4, 6, 7, 8, 9])
  expect(problems[0]).toMatchObject({ reason: expect.stringContaining("'red'") })
})

const broken = ['tags: [a]', 'just text', '- [', '- a: b\n  a: c', '- &a x\n- *a']
it.each(broken)('tags.yaml is one problem as %j', (text) => {
  const problem = { file: 'tags.yaml', line: expect.any(Number), reason: expect.any(String) }
  expect(parseTags(text)).toEqual({ value: null, problems: [problem] })
})

it('tags.yaml has the default tags after a reset, below the comment it began with', () => {
  const old = bytes('# My tags\n\n- name: A\n  color: tag-rose # x\n')
  const reset = composeTagsFile(DEFAULT_TAGS, old)
  const start = /^# My tags\n\n- name: Software Development\n {2}color: tag-blue\n/
  expect(reset.toString()).toMatch(start)
  expect(parseTags(reset.toString()).value).toMatchObject(DEFAULT_TAGS)
  expect(composeTagsFile(DEFAULT_TAGS, null).toString()).toBe(reset.toString().slice(11))
  expect(composeTagsFile(DEFAULT_TAGS, reset)).toEqual(reset)
  expect(new Set(DEFAULT_TAGS.map(({ color }) => color)).size).toBe(9)
})

const AT_7 = { ...DEFAULT_REMIND, at: '19:00' }
const NO_DATE = "'2026-02-30' is not a day like '2026-12-20'."
const NO_DAY = "'Sonntag' is no day like 'sunday'."
const HOLIDAYS = { from: '2026-12-20', to: '2027-01-03' }

it('site.yaml has defaults for whatever it does not say', () => {
  expect(parseSite('brand: B')).toEqual({ value: { ...defaults, brand: 'B' }, problems: [] })
  expect(parseSite('')).toEqual({ value: defaults, problems: [] })
})

it('site.yaml says everything else itself', () => {
  const texts = { brand: 'B', title: '1e3', description: 'D', language: 'de-AT' }
  const author = { name: 'N', url: 'https://n.example/', fediverse: '@n@n.example' }
  const footer = [
    { label: 'Links', url: 'https://links.example/', me: true },
    { label: 'Mail', url: 'mailto:a@b.example' },
    { label: 'Here', url: '/about' },
  ]
  const { value, problems } = parseSite(`${Object.entries(texts)
    .map((pair) => pair.join(': '))
    .join('\n')}
math: yes
time_zone: Europe/Vienna
streak: on-time
rest_days: [Sunday, saturday]
author: ${JSON.stringify(author)}
repository: https://git.example/ada/blog.git/
footer: ${JSON.stringify([...footer, { label: 'Later' }])}
`)
  expect(problems).toEqual([])
  const more = { time_zone: 'Europe/Vienna', math: true, streak: 'on-time', footer, author }
  const repository = 'https://git.example/ada/blog'
  expect(value).toEqual({ ...texts, ...more, rest_days: ['sunday', 'saturday'], repository })
})

it('site.yaml falls back to the default for each value that cannot be used', () => {
  const { value, problems } = parseSite(`time_zone: Mars/Olympus
brand: [a]
language: "<x>"
author: [x]
footer:
  - {label: A, url: "javascript:alert(1)"}
  - {label: B, url: "//evil.example"}
  - text
math: sometimes
`)
  expect(value).toEqual(defaults)
  expect(lines(problems).sort()).toEqual([1, 2, 3, 4, 6, 7, 8, 9])
})

it.each<[string, object, string | null]>([
  ['streak: On-Time', { streak: 'on-time' }, null],
  ['replies: post', {}, "'post' is none of mail."],
  ['streak: late', {}, "'late' is none of all, on-time."],
  ['rest_days: [Sonntag, friday, friday]', { rest_days: ['friday'] }, NO_DAY],
  ['weekly_target: 1', { weekly_target: 1 }, null],
  ['weekly_target: "50"', { weekly_target: 50 }, null],
  ['weekly_target: 51', {}, "'51' is not a whole number from 1 to 50."],
  ['weekly_target: [3]', {}, "'weekly_target' must be a text."],
  [
    'breaks: [{from: 2026-12-20, to: 2027-01-03, reason: Holidays}]',
    { breaks: [{ ...HOLIDAYS, reason: 'Holidays' }] },
    null,
  ],
  [
    'breaks: [{from: 2026-12-20}, {from: 2026-12-20, to: 2027-01-03}]',
    { breaks: [{ ...HOLIDAYS, reason: null }] },
    "A break needs a 'from' and a 'to'.",
  ],
  ['remind: false', { remind: null }, null],
  ['remind: {at: 7:30, deadlines: []}', { remind: { at: '07:30', deadlines: [] } }, null],
  ['remind: {at: 24}', { remind: DEFAULT_REMIND }, "'24' is not a time of day like '20:00'."],
  [
    'remind: {at: 19:00, deadlines: [7, soon]}',
    { remind: AT_7 },
    "'soon' is not a number of days.",
  ],
  ['remind: at eight', {}, "'remind' must be true or false."],
  ['breaks: Holidays', {}, "'breaks' must be a list."],
  ['breaks: [{from: 2026-02-30, to: 2026-03-01}]', {}, NO_DATE],
  ['breaks: [{from: 2026-12-20, to: 2026-12-19}]', {}, "'2026-12-19' is before '2026-12-20'."],
  ['breaks: [{from: 2026-01-01, to: 2027-01-02}]', {}, 'A break has at most 366 days.'],
  [
    `breaks: [${Array(101).fill('{from: 2026-12-20, to: 2027-01-03}')}]`,
    { breaks: Array(100).fill({ ...HOLIDAYS, reason: null }) },
    'Only the first 100 breaks are used.',
  ],
  ['repository: https://ada:secret@git.example/blog', {}, expect.stringContaining('https')],
  ['author: {fediverse: ada}', {}, "'ada' is not a name like '@ada@example.social'."],
])('site.yaml reads %s', (line, expected, reason) => {
  const { value, problems } = parseSite(`brand: G.A.P.\n${line}\n`)
  expect(value).toEqual({ ...defaults, ...expected })
  expect(problems).toEqual(reason === null ? [] : [{ file: 'site.yaml', line: 2, reason }])
})

it('about.md has its areas in the front matter and its text below', () => {
  const { value, problems } = parseAbout(`---
areas:
  - title: One
    items:
      - { name: A, color: tag-rose }
      - { name: B, color: pink }
  - items: []
---

Text
`)
  const items = [
    { name: 'A', color: 'tag-rose' },
    { name: 'B', color: 'tag-gray' },
  ]
  expect(value).toMatchObject({ id: 'about', content: 'Text', areas: [{ title: 'One', items }] })
  expect(lines(problems)).toEqual([6, 7])
  expect(parseAbout('Text').value?.areas).toEqual(DEFAULT_AREAS)
  expect(DEFAULT_PAGES[0]?.areas).toEqual(DEFAULT_AREAS)
})

it('a resource page has cards and needs a title; a card that cannot be used is a problem', () => {
  const parse = (text: string) =>
    parsePageFile({ path: 'resources/learning-ai.yaml', bytes: bytes(text) })
  const { value, problems } = parse(`title: T
intro: I
items:
  - {title: A, category: Book, badge: Free, description: D, url: https://a.example/}
  - title: B
    badge: Best
    url: https://b.example/
  - title: C
    url: javascript:x
`)
  const card = { title: 'A', category: 'Book', badge: 'Free', description: 'D' }
  const items = [{ ...card, url: 'https://a.example/' }]
  expect(value).toMatchObject({ id: 'learning-ai', title: 'T', intro: 'I', items })
  expect(lines(problems)).toEqual([6, 9])
  expect(parse('intro: I')).toMatchObject({ value: null, problems: [{ line: null }] })
})
