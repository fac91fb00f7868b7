import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { cleanLine } from '#domain/texts/control-characters.ts'
import { splitFrontMatter } from './front-matter.ts'
import { composePostFile, type PostChange, parsePostFile, patchPostFile } from './post-file.ts'

const reading = { timeZone: 'Europe/Berlin', fallbackDate: Date.parse('2020-02-02T12:00:00Z') }
const NOW = '2026-11-21T08:00:00+01:00'
const path = 'posts/a.md'
const patch = (text: string, change: PostChange, updated?: string) => {
  const saving = { ...reading, ...(updated && { savedAt: updated }) }
  return patchPostFile({ path, bytes: Buffer.from(text) }, () => change, saving)?.toString()
}
const parse = (bytes: Buffer) => parsePostFile({ path, bytes }, reading)

const FILE = `---
# mine
created_at: 2026-11-20 09:30 # morning
title: 'Old title'
layout: wide
tags:
  - Writing # first
---

One.

Two.
`

it.each<[string, PostChange, string, string]>([
  ['title', { title: "It's new" }, "'Old title'", "'It''s new'"],
  ['date, under its own spelling', { date: '2026-12-01' }, '2026-11-20 09:30 ', '2026-12-01 '],
  ['tags', { tags: ['Writing', 'Cooking'] }, 'first\n', 'first\n  - Cooking\n'],
  ['type', { type: 'short' }, 'first\n', 'first\ntype: short\n'],
  ['flag', { featured: true }, 'first\n', 'first\nfeatured: true\n'],
  ['content', { content: 'One.\n\nThree.' }, 'Two.', 'Three.'],
])('a change of a post touches the lines of its %s alone', (_, change, old, now) => {
  expect(patch(FILE, change)).toBe(FILE.replace(old, now))
  const crlf = (text: string) => text.replaceAll('\n', '\r\n')
  expect(patch(crlf(FILE), change)).toBe(crlf(FILE.replace(old, now)))
  expect(patch(`\ufeff${FILE}`, change)).toBe(`\ufeff${FILE.replace(old, now)}`)
})

it('a change of a post writes the time of the edit at the end, or where the file has it', () => {
  expect(patch(FILE, { title: 'New' }, NOW)).toBe(
    FILE.replace('Old title', 'New').replace('\n---\n', `\nupdated: ${NOW}\n---\n`),
  )
  const file = FILE.replace('layout: wide', 'lastmod: 2026-11-20')
  expect(patch(file, { title: 'New' }, NOW)).toBe(
    file.replace('Old title', 'New').replace('lastmod: 2026-11-20', `lastmod: ${NOW}`),
  )
})

it.each<[string, PostChange]>([
  ['nothing', {}],
  ['the same title', { title: ' Old title ' }],
  ['the same date in other words', { date: '2026-11-20T09:30:00+01:00' }],
  ['the type it has without one', { type: 'essay' }],
  ['the description made from its text', { description: 'One. Two.' }],
  ['flags that are off', { featured: false, draft: false }],
  ['no address', { url: '', project: '' }],
  ['the same text with other newlines', { content: '\r\nOne.\r\n\r\nTwo.\r\n' }],
])('a change of a post leaves the file as it is for %s', (_, change) => {
  expect(patch(FILE, change, NOW)).toBe(FILE)
})

it.each<[string, PostChange, string]>([
  ['draft: true', { draft: false }, 'draft: false'],
  ['published: false', { draft: false }, 'published: true'],
  ['published: 2019-05-01\ndraft: true', { draft: false }, 'published: 2019-05-01\ndraft: false'],
  ['published: 2019-05-01', { draft: true }, 'published: 2019-05-01\ndraft: true'],
  ['draft: true\npublished: no', { draft: false }, 'draft: false\npublished: true'],
  ['x: y', { draft: true }, 'x: y\ndraft: true'],
  ['categories: [A]', { tags: ['B'] }, 'categories: [B]'],
  ['categories: [A]\ntags: [B]', { tags: ['A', 'C'] }, 'tags: [A, C]'],
  ['summary: old', { description: '' }, ''],
  ['cover: {src: /media/2026/x.webp, alt: A}', { image_url: null, image_alt: null }, ''],
  ['cover: {src: /media/2026/x.webp, alt: A}', { image_alt: '' }, 'cover: /media/2026/x.webp'],
  ['url: https://a.example/', { type: 'essay', url: '' }, 'type: essay'],
  ['type: page', { type: 'short', title: 'T' }, 'type: page\ntitle: T'],
  ['title: >\n  one\n  two', { title: 'flat' }, 'title: "flat"'],
  ['description: |\n  one\n\nx: y', { description: '' }, '\nx: y'],
  ['description:\nx: 0x1F', { description: 'x' }, 'description: x\nx: 0x1F'],
  ['title:   A   # mine', { featured: true, title: 'B' }, 'title: B # mine\nfeatured: true'],
  ["tags: # all\n  - A   # one\n  - 'B'", { tags: ['B', 'C'] }, "tags:\n  # all\n  - 'B'\n  - C"],
  ['tags:\n  - A # one', { tags: [] }, 'tags: []'],
  ['x: y\n# end', { draft: true }, 'x: y\n# end\ndraft: true'],
  ['x: |+\n  y\n\n', { draft: true }, 'x: |+\n  y\n\n\ndraft: true'],
  ['? title\n: A\n? x\n: d', { title: 'B' }, 'title: B\n? x\n: d'],
  ['title: &a A\nx: !!str 12', { title: 'B' }, 'title: &a B\nx: !!str 12'],
  // `yaml` writes these whole, without the author’s layout.
  ['{title: A, x: [d]}', { title: 'B' }, 'title: "B"\nx: ["d"]'],
  ['  title: A\n  x: d', { title: 'B' }, 'title: "B"\nx: "d"'],
])('a change of a post of %j by %j gives %j', (yaml, change, expected) => {
  const wanted = `---\n${expected}${expected === '' ? '' : '\n'}---\n\nText\n`
  expect(patch(`---\n${yaml}\n---\n\nText\n`, change)).toBe(wanted)
})

const TAGS = Array.from({ length: 32 }, (_, index) => `t${index}`)
const tagged = (tags: string[]) => `---\ntitle: T\ntags: [${tags.join(', ')}]\n---\n`
const FRONT = '---\ntitle: T\n---'
const HEAD = '# Head\r\n\r\nText\r\n'
it.each<[string, PostChange, string]>([
  // The type stays.
  ['Text', { title: 'T' }, '---\ntitle: T\ntype: short\n---\n\nText'],
  [`${FRONT}\n`, { url: 'http://x.de' }, '---\ntitle: T\nurl: http://x.de\ntype: essay\n---\n'],
  // A file without front matter gets some, and keeps its text.
  [HEAD, { featured: true }, `---\r\nfeatured: true\r\n---\r\n\r\n${HEAD}`],
  ['', { title: 'T', content: 'Text' }, '---\ntitle: T\ntype: short\n---\n\n\nText\n'],
  [FRONT, { content: 'Text' }, `${FRONT}\n\nText\n`],
  // Mixed newlines become those of the first line; a lone CR is one.
  ['a\r\nb\nc\r\nd', { content: 'a\nB\nc\nd' }, 'a\r\nB\r\nc\r\nd'],
  ['a\nb\r\n', { content: 'a\nB' }, 'a\nB\n'],
  ['---\r\ntitle: A\r\n---\r\nB\rC', { title: 'T' }, '---\r\ntitle: T\r\n---\r\nB\r\nC'],
  // Tags that the limits leave out stay.
  [tagged(TAGS), { tags: TAGS.slice(1, 30) }, tagged(TAGS.slice(1))],
])('a change of a post of %j by %j gives the whole file %j', (text, change, expected) => {
  expect(patch(text, change)).toBe(expected)
})

it.each([
  '---\ntitle: Ship it\ndraft: true\n---\n\nMy words',
  '---\n\nMy words after a rule',
  'draft: true colours are new\n\nMy words',
])('a text of a file without front matter stays text: %j', (content) => {
  const bytes = Buffer.from(patch('Just a note\n', { content }, NOW) ?? '')
  expect(parse(bytes).value).toMatchObject({ content, draft: false })
})

const line = fc.oneof(fc.string(), fc.constantFrom('---', '', '---js', '# x', '  code', '...'))
const text = fc.array(line, { minLength: 1 }).map((lines) => lines.join('\n'))
const typed = (raw: string) => raw.replace(/\r\n?/g, '\n').trim()
const name = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.mixedCase(fc.constantFrom('true', 'no', 'null', '0x1f', '0o7', '1e3', '.inf', '<<', '=')),
  fc.stringMatching(/^[-0-9.:+eETZ ,_]{0,12}$/),
  fc.stringMatching(/^[-?:,[\]{}#&*!|>'"%@` a~]{0,8}$/),
)

it('any text is read back as it was written, by every reader, in a new file and in an old one', () => {
  fc.assert(
    fc.property(text, text, name, (first, second, rawTitle) => {
      const title = cleanLine(rawTitle).replace(/\s+/g, ' ').trim() || 'T'
      const created = composePostFile({ type: 'short', title, content: typed(first) }, NOW)
      expect(parse(created).value).toMatchObject({ title, content: typed(first), created_at: NOW })
      const { yaml } = splitFrontMatter(created.toString())
      for (const version of ['1.1', '1.2'] as const) {
        expect(parseYaml(yaml, { version, logLevel: 'silent' }).title).toBe(title)
      }
      const change = { content: typed(second) }
      const patched = patchPostFile({ path, bytes: created }, () => change, reading)
      expect(patched && parse(patched).value).toMatchObject({ title, content: typed(second) })
    }),
    { numRuns: 1000 },
  )
})

const PIECES =
  '---|\n|\r\n|\r|\ufeff|: |title|tags|date|[|]|{|}|,|- |  |\t|#| # x|"|\'|&a|*a|!!str|?|title: A\n|tags: [a]\n|draft: true\n|x:\n  - y\n|x: >\n  y\n|...\n'.split(
    '|',
  )
const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4, unit: 'binary' }))
const soup = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
const anyFile = fc
  .tuple(fc.constantFrom('', '---\n', '---\r\n', '\ufeff---\n', '---\r'), soup, soup)
  .map(([open, first, second]) => `${open}${first}${open === '' ? '' : '\n---\n'}${second}`)

it('any file at all is read or refused, and a change of a field of one that is read changes that field', () => {
  let read = 0
  fc.assert(
    fc.property(anyFile, line, fc.boolean(), (raw, rawTitle, featured) => {
      const bytes = Buffer.from(raw)
      const { value, problems } = parse(bytes)
      expect(value === null ? 1 : 0).toBe(value === null ? problems.length : 0)
      if (value === null) return
      read += 1
      const title = rawTitle.replace(/\s+/g, ' ').trim() || 'T'
      const patched = patchPostFile({ path, bytes }, () => ({ title, featured }), {
        ...reading,
        savedAt: NOW,
      })
      expect(patched && parse(patched).value).toMatchObject({
        title,
        featured,
        content: value.content,
        tags: value.tags,
        draft: value.draft,
        day: value.day,
      })
    }),
    { numRuns: 2000 },
  )
  expect(read).toBeGreaterThan(100)
})

it('a new post has the fields it was given, in order, none that is so without it, and its text', () => {
  const input = {
    type: 'link' as const,
    title: 'A: b',
    content: '\nText\r\nmore\n\n',
    url: 'https://example.org/',
    featured: true,
    tags: ['Writing', 'Fitness & Health'],
    draft: true,
    description: 'About\nit',
    project: 'ship-v1',
    aliases: [],
  }
  expect(composePostFile(input, NOW).toString()).toBe(`---
title: "A: b"
type: link
date: ${NOW}
tags: [Writing, Fitness & Health]
featured: true
url: https://example.org/
draft: true
description: About it
project: ship-v1
---

Text
more
`)
})
