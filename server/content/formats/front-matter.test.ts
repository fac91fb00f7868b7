import { describe, expect, it } from 'vitest'
import { FRONT_MATTER_LENGTH_MAX, splitFrontMatter } from './front-matter.ts'

describe('front matter', () => {
  it('is read, and the body is what follows the closing line', () => {
    expect(splitFrontMatter('---\ntitle: A\ntags: [x, y]\n---\n\nBody\n---\nmore\n')).toEqual({
      open: '---\n',
      close: '---\n',
      data: { title: 'A', tags: ['x', 'y'] },
      yaml: 'title: A\ntags: [x, y]\n',
      body: '\nBody\n---\nmore\n',
    })
  })

  it.each([
    ['date: 2026-11-20', { date: '2026-11-20' }],
    ['date: 2026-11-20 10:00:00 +0100', { date: '2026-11-20 10:00:00 +0100' }],
    ['title: 0123', { title: '0123' }],
    ['title: 1e3', { title: '1e3' }],
    ['title: 12:30', { title: '12:30' }],
    ['title: "a\\tb"', { title: 'a\tb' }],
    ['title:', { title: null }],
    ['# only a comment', {}],
    ['', {}],
    [
      '__proto__: {a: b}',
      Object.defineProperty({}, '__proto__', { value: { a: 'b' }, enumerable: true }),
    ],
    ['constructor: x', { constructor: 'x' }],
  ])('keeps %j as written', (yaml, data) => {
    expect(splitFrontMatter(`---\n${yaml}\n---\n`)).toMatchObject({
      data,
      yaml: `${yaml}\n`,
      body: '',
    })
  })

  it.each([
    ['no front matter', 'Just text.\n'],
    ['a table without outer pipes', '--- | ---\n'],
    ['a shortcode', '{{< figure >}}\n'],
    ['nothing', ''],
    ['a thematic break after blank lines', '\n\n---\n\nText\n'],
    ['a comment before prose', '<!-- toc -->\n\nIt was late.\n'],
    ['an underlined heading', 'Summary: a year\n---\n\nText\n'],
    ['a heading before a date', '# A talk\n\nDate: 1 May\nAuthor: me\n\nText\n'],
    ['a sentence with a colon', 'Note: draft: is a word too.\n'],
    ['an example in a code block', '```yaml\n---\ndraft: true\n---\n```\n'],
    ['an example in an indented block', 'Look.\n\n    ---\n    draft: true\n    ---\n'],
    ['a heading and a word with a colon', 'Plans\n---\nDraft: the talk is one.\n\nText\n'],
  ])('is absent from a text with %s', (_, text) => {
    expect(splitFrontMatter(text)).toMatchObject({ data: {}, yaml: '', body: text })
  })

  it.each<[string, string, number | null]>([
    ['no closing line', '---\ntitle: A\n\nBody\n', 1],
    ['a closing line of dots', '---\ntitle: A\n...\nBody\n', 1],
    ['nothing but the opening line', '---', 1],
    ['an engine for JavaScript', '---js\n{ a: 1 }\n---\n', 1],
    ['TOML', '+++\ntitle = "A"\n+++\n', 1],
    ['JSON', '{\n  "title": "A"\n}\n\nBody', 1],
    ['a text', '---\njust words\n---\n', 2],
    ['a list', '---\n- a\n- b\n---\n', 2],
    ['a duplicate key', '---\ntitle: A\ntags: []\ntitle: B\n---\n', 4],
    ['broken YAML', '---\ntitle: A\ntags: [a, b\nx: y\n---\n', 4],
    ['a tab as indentation', '---\ntags:\n\t- a\n---\n', 3],
    ['an alias', '---\na: &a [x]\nb: *a\n---\n', 3],
    ['an unknown tag', '---\na: !!js/function "x"\n---\n', 2],
    ['deep nesting', `---\na: ${'['.repeat(50)}${']'.repeat(50)}\n---\n`, 2],
    ['a conflict', '---\na: b\n<<<<<<< HEAD\nc: d\n=======\nc: e\n>>>>>>> x\n---\n', 3],
    ['a conflict before it', '<<<<<<< HEAD\n---\na: b\n---\n', 1],
    ['its opening line further down', '\n---\ntitle: A\n---\n', 1],
    ['a comment on its first line', '--- # c\ntitle: A\ndraft: true\n---\n', 1],
    ['a fourth dash', '----\ntitle: A\ndraft: true\n----\n', 1],
    ['dashes that an editor joined', '\u2014\ntitle: A\ndraft: true\n\u2014\n', 1],
    ['a blank of another width after the dashes', '---\u00a0\ndraft: true\n---\n', 1],
    ['its first key beside the dashes', '--- title: A\ndraft: true\n---\n', 1],
    ['a comment before it', '<!-- c -->\n---\ndraft: true\n---\n', 1],
    ['a character without width before it', '\u200b---\ndraft: true\n---\n', 1],
    ['a second byte order mark', '\ufeff---\ndraft: true\n---\n', 1],
    ['a line of text before it', 'Text\n---\ntitle: A\ndraft: true\n---\nText\n', 1],
    [
      'blanks before it, more than are looked at',
      `${'\n'.repeat(21 * 1024)}---\ndraft: true\n---\n`,
      1,
    ],
    [
      'comments in it, more than are looked at',
      `----\n${'# c\n'.repeat(6 * 1024)}draft: true\n----\n`,
      1,
    ],
    ['no opening line', 'title: A\ndraft: true\n---\nText\n', 1],
    ['no lines of dashes', 'draft: true\n\nText\n', 1],
    ['an empty block before it', '---\n---\ntitle: A\ndraft: true\n---\nText\n', 3],
    ['too much of it', `---\na: ${'x'.repeat(FRONT_MATTER_LENGTH_MAX)}\n---\n`, 1],
    [
      '50,000 keys',
      `---\n${Array.from({ length: 50_000 }, (_, n) => `k${n}: v\n`).join('')}---\n`,
      1,
    ],
  ])('is a fault with %s', (_, text, line) => {
    expect(() => splitFrontMatter(text)).toThrow(expect.objectContaining({ place: line }))
  })
})
