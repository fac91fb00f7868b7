/** Content files that nobody should have to survive, and odd ones that must work, in one folder. */
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { takeCleanUps } from '../../test/at-end.ts'
import { makeFolder } from '../../test/git-fixture.ts'
import { createContentFiles } from '../files/content-files.ts'
import { ContentIndex } from '../index/content-index.ts'
import type { Problem } from '../problem.ts'
import type { PostRecord } from '../records.ts'
import { FRONT_MATTER_LENGTH_MAX } from './front-matter.ts'

const RUNS_CODE = 'globalThis.gapCodeRan = true'

const BROKEN_YAML = [
  ...['title: [', 'title: "open', 'title: a: b', 'title: b\n- c', '\ttitle: a', 'title: *missing'],
  ...['title: a\ntitle: b', 'nested: {a: 1, a: 2}', '42', '%YAML 9.9'],
  ...['title: a\n\u0001: b', '!!set {a}', 'title: !local a', 'tags: !!binary aGVsbG8='],
  ...['title: a\n...\nb: c', 'base: &b {title: A}\n<<: *b'],
  `title: !!js/function "function () { ${RUNS_CODE} }"`,
  `toString: !!js/function "function () { ${RUNS_CODE} }"`,
  `title: !!js/eval "${RUNS_CODE}"`,
  'title: !!python/object/apply:os.system ["true"]',
  ...['a: &a [*a]', `a: ${'['.repeat(7000)}`, `a: ${'{a: '.repeat(3000)}${'}'.repeat(3000)}`],
  `a:\n  ${'- '.repeat(7000)}x`,
  Array.from({ length: 5_000 }, () => 'same: value').join('\n'),
  ...['title', 'date', 'updated', 'url', 'description', 'draft'].map((key) => `${key}: {a: b}`),
  ...['tags', 'categories', 'aliases'].map((key) => `${key}: [[a]]`),
  ...['2025-02-29', '1e9', '12:30', '2026-11', '.inf', '99999-01-01'].map((day) => `date: ${day}`),
  ...['', 'JaVaScRiPt:alert(1)', 'file:///etc/passwd', '//example.org/', 'http://[::1'].map(
    (address) => `type: link\nurl: ${JSON.stringify(address)}`,
  ),
]

const ENGINES = ['js', 'JavaScript', 'coffee', 'json', 'toml', 'yaml']
const FENCES = ['--- # c', '----', '\u2014', '---\u00a0', '--- title: A', '\u200b---']
const BEFORE = ['\n', '<!-- c -->\n', 'Text\n', '\n'.repeat(21 * 1024), '<<<<<<< HEAD\n']
const NOT_UTF8 = [[0xff], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]

/** Texts that are refused, by the line that is named. */
const BROKEN_TEXTS: [line: number | null, texts: (string | Buffer)[]][] = [
  // Front matter without an end, with another fence, or in another language.
  [1, ['---\ntitle: A\n\nBody\n', '---\ntitle: A\n...\nBody\n', '---', '---\ntitle: A\n ---\n']],
  [1, ['+++\ntitle = "A"\n+++\n', '{\n  "title": "A"\n}\n\nBody', '{"title": "A"}']],
  [1, ENGINES.map((engine) => `---${engine}\n${RUNS_CODE}\n---\n\nText\n`)],
  [1, [`---\tjavascript \n({ title: (${RUNS_CODE}, 'x') })\n---\n`]],
  [1, FENCES.map((fence) => `${fence}\ntitle: A\ndraft: true\n---\n`)],
  // Something before it, or no fence at all: what is to be hidden must not be shown.
  [1, BEFORE.map((before) => `${before}---\ntitle: A\ndraft: true\n---\nText\n`)],
  [1, ['title: A\ndraft: true\n---\nText\n', 'draft: true\n\nText\n']],
  [3, ['---\n---\ntitle: A\ndraft: true\n---\nText\n']],
  // More than is looked at.
  [1, ['\ufeff\ufeff---\ntitle: A\ndraft: true\n---\n']],
  [1, [`----\n${'# c\n'.repeat(6 * 1024)}draft: true\n----\n`]],
  [1, [`---\na: ${'x'.repeat(FRONT_MATTER_LENGTH_MAX)}\n---\n`]],
  [1, [`---\n${Array.from({ length: 50_000 }, (_, n) => `k${n}: v\n`).join('')}---\n`]],
  [2, ['---\njust words\n---\n', '---\n- a\n- b\n---\n', '---\na: !!js/function "x"\n---\n']],
  [2, [`---\na: ${'['.repeat(50)}${']'.repeat(50)}\n---\n`, '---\ntitle: [a]\n---\n']],
  [3, ['---\ntags:\n\t- a\n---\n', '---\na: &a [x]\nb: *a\n---\n']],
  [3, ['---\na: b\n<<<<<<< HEAD\nc: d\n=======\nc: e\n>>>>>>> x\n---\n']],
  [5, ['---\ntitle: A\n---\n\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n']],
  [3, ['Text\r\n\r\n<<<<<<< a\r\n=======\r\nb\r\n>>>>>>> x\r\n']],
  [4, ['---\ntitle: A\ntags: []\ntitle: B\n---\n', '---\ntitle: A\ntags: [a, b\nx: y\n---\n']],
  // Values of a post.
  [2, ['date: yesterday', 'tags: [[a]]', 'url: /relative'].map((line) => `---\n${line}\n---\n`)],
  [2, [`---\ntitle: ${'a'.repeat(301)}\n---\n`]],
  [2, [`---\nurl: https://example.org/${'a'.repeat(2048)}\n---\n`]],
  [3, ['---\ntitle: a\ndate: 2026-13-45\n---\n']],
  [3, ['---\ndate: 2026-01-01\nupdated: 2026-02-30\n---\n']],
  [3, ['---\ntype: link\nurl: javascript:alert(1)\n---\n']],
  [null, ['---\ntype: link\n---\n']],
  // No text.
  [2, ['---\ntitle: A\0\n---\n']],
  [5, ['---\ntitle: A\n---\n\nText\0more\n']],
  [1, ['\0']],
  [null, NOT_UTF8.map((bytes) => Buffer.from([...Buffer.from('---\nx: A\n---\n\n'), ...bytes]))],
  [null, [Buffer.from('\ufeff---\ntitle: A\n---\n', 'utf16le')]],
]

/** Files that look wrong and are to be served. */
const GOOD_TEXTS = [
  ...['', '\n\n\n', '\ufeff', '---\n---\n', '---\n---', '---\n# a comment\n---\n\nText\n'],
  ...['-----\n\nA break.\n', '***\n\nAnother.\n', '{{< shortcode >}}\n'],
  '\ufeff---\ntitle: With a mark\n---\n\nText\n',
  '---\r\ntitle: Windows\r\ntags: [a, b]\r\n---\r\n\r\nText\r\n',
  '---\rtitle: Old Mac\r---\rText\r',
  '---   \ntitle: Spaces after the dashes\n---\t\n\nText\n',
  '---\n__proto__: {admin: true}\nconstructor: x\ntitle: Prototype\n---\n',
  '---\ntitle: Unknown keys\nlayout: post\nparams: {a: [1, {b: c}]}\n---\n',
  '---\ndate: 2026-11-20 10:00:00 +0100\ntitle: Jekyll\ncategories: one\n---\n',
  ...['--- | ---\n', '<!-- toc -->\n\nIt was late.\n', 'Summary: a year\n---\n\nText\n'],
  ...['# A talk\n\nDate: 1 May\nAuthor: me\n\nText\n', 'Note: draft: is a word too.\n'],
  ...['<<<<<<< a\n\nHeading\n=======\n', ' <<<<<<< a\n =======\n >>>>>>> b\n'],
  ...['```yaml\n---\ndraft: true\n---\n```\n', 'Look.\n\n    ---\n    draft: true\n    ---\n'],
  'Plans\n---\nDraft: the talk is one.\n\nText\n',
  `---\ntitle: Code in the text\n---\n\n---js\n${RUNS_CODE}\n---\n`,
  `${'> '.repeat(5_000)}deep\n`,
  'a'.repeat(1024 * 1024),
]

const GOOD_NAMES = [
  ...['日本語', 'a name with spaces', '<img src=x onerror=alert(1)>', '100%25 & more?', 'dots..'],
  ...['constructor', '__proto__', 'featured', '2026/11/20/(draft) why?'],
]

/** A name of a post, and how a problem shows it. */
const BAD_NAMES: [name: string, shown?: string][] = [
  ['new\nline', 'new\\u{a}line'],
  ['escape\u001b[31m', 'escape\\u{1b}[31m'],
  ['turned\u202eround', 'turned\\u{202e}round'],
  ['line\u2028separator', 'line\\u{2028}separator'],
  ...[['back\\slash'], ['-rf'], [':(top)'], [' first'], ['last '], ['x'.repeat(101)]].map(
    ([name = '']): [string] => [name],
  ),
]

const writeText = (path: string) => fs.writeFileSync(path, 'Text\n')
const link = (target: string) => (path: string) => fs.symlinkSync(target, path)
const sized = (size: number) => (path: string) => {
  writeText(path)
  fs.truncateSync(path, size)
}

/** What is no file to read, or has the name of another kind. */
const BAD_KINDS: [path: string, make: (path: string) => unknown][] = [
  ['posts/odd/pipe.md', (path) => execFileSync('mkfifo', [path])],
  ['posts/odd/folder.md', (path) => fs.mkdirSync(path)],
  ['posts/odd/link.md', link('text-0-0-1.md')],
  ['posts/odd/link-out.md', link('/etc/hostname')],
  ['posts/odd/link-nowhere.md', link('/nowhere/at/all')],
  ['posts/odd/link-to-itself.md', link('link-to-itself.md')],
  ['posts/odd/link-to-zeros.md', link('/dev/zero')],
  ['posts/odd/link-to-pipe.md', link('pipe.md')],
  ['posts/odd/link-to-folder', link('/etc')],
  ['posts/odd/link-in-circle', link('..')],
  ['posts/odd/huge.md', sized(100_000_000)],
  ['posts/odd/too-large.md', sized(1024 * 1024 + 1)],
  ['posts/odd/other.markdown', writeText],
  ['posts/odd/other.MD', writeText],
  ['projects/odd.yml', writeText],
  ['projects/odd.yaml', writeText],
  ['resources/odd.yaml', writeText],
  ['posts/odd/good-1.sync-conflict-20260112-003022-ABCDEF1.md', writeText],
  ['posts/odd/good-1 (conflicted copy 2026-01-12).md', writeText],
  ['posts/odd/good-1_LOCAL_4711.md', writeText],
  ['About.md', writeText],
  ['Site.yaml', writeText],
]

/** What is no content: passed over in silence. */
const OTHERS =
  'posts/.foo.md.swp posts/.hidden.md posts/foo.md~ posts/4913 posts/#foo.md# ' +
  'posts/foo.md.1903163265 posts/picture.png posts/.obsidian/a.md README.md notes/a.md ' +
  'projects/readme.txt'

const CLASHES: [first: string, second: string][] = [
  ['posts/clash-1/a-twin.md', 'posts/clash-2/a-twin.md'],
  ['posts/clash/Case.md', 'posts/clash/case.md'],
  ['posts/clash/A\u030angstrom.md', 'posts/clash/\u00c5ngstrom.md'],
]

let folder: string
const bad: string[] = []
const good: string[] = []
let problems: Problem[]
let posts: PostRecord[]

function make(list: string[], path: string, write: (path: string) => unknown, shown = path) {
  fs.mkdirSync(dirname(join(folder, path)), { recursive: true })
  write(join(folder, path))
  list.push(shown)
}

beforeAll(() => {
  folder = makeFolder()
  const text = (list: string[], name: string, bytes: string | Buffer) =>
    make(list, `posts/odd/${name}.md`, (path) => fs.writeFileSync(path, bytes))
  for (const [n, yaml] of BROKEN_YAML.entries())
    text(bad, `yaml-${n}`, `---\n${yaml}\n---\n\nText\n`)
  for (const [n, [line, texts]] of BROKEN_TEXTS.entries()) {
    for (const [at, bytes] of texts.entries()) text(bad, `text-${n}-${at}-${line}`, bytes)
  }
  for (const [n, bytes] of GOOD_TEXTS.entries()) text(good, `good-${n}`, bytes)
  for (const name of GOOD_NAMES) make(good, `posts/odd/${name}.md`, writeText)
  for (const [name, shown = name] of BAD_NAMES) {
    make(bad, `posts/odd/${name}.md`, writeText, `posts/odd/${shown}.md`)
  }
  make(bad, 'Posts/a.md', writeText, 'Posts')
  make(bad, 'posts/odd/new\nfolder/inside.md', writeText, 'posts/odd/new\\u{a}folder')
  for (const [path, write] of BAD_KINDS) make(bad, path, write)
  for (const [first, second] of CLASHES) {
    make(good, first, writeText)
    make(bad, second, writeText)
  }
  for (const path of OTHERS.split(' ')) make([], path, writeText)
  const files = createContentFiles(folder)
  const listing = files.list()
  const keeper = new ContentIndex({ files, timeZone: 'UTC', fallbackZone: 'UTC' })
  for (const { path } of listing.files) keeper.read(path)
  problems = [...listing.problems, ...keeper.problems()]
  posts = keeper.recordsOf('post')
  return takeCleanUps()
})

it('each bad file is listed exactly once, and no other', () => {
  expect(problems.map(({ file }) => file).sort()).toEqual([...bad].sort())
})

it('each has a reason in a sentence, and the line where it is', () => {
  for (const { file, line, reason } of problems) {
    const [, told] = /text-\d+-\d+-(\d+|null)/.exec(file) ?? []
    if (told) expect(`${line}`, file).toBe(told)
    expect(reason).toMatch(/^[A-Z'`‘].{5,300}\.$/)
    expect(reason).not.toContain(folder)
    if (line !== null) {
      const lines = fs.readFileSync(join(folder, file), 'latin1').split('\n').length
      expect(line).toBeGreaterThan(0)
      expect(line).toBeLessThanOrEqual(lines)
    }
  }
})

it('every good post is served, and no other; no code runs', async () => {
  // What is worked out late must not fail either.
  const served = posts.filter((post) => !post.draft && post.summary() !== null)
  for (const post of served) expect(await post.wordCount()).toBeGreaterThan(0)
  const ids = good.map((path) => basename(path, '.md').normalize('NFC'))
  expect(served.map(({ id }) => id).sort()).toEqual(ids.sort())
  expect(globalThis).not.toHaveProperty('gapCodeRan')
})

it('a folder of content that is a link is not followed', () => {
  const other = makeFolder()
  fs.symlinkSync(join(folder, 'posts'), join(other, 'posts'))
  const files = createContentFiles(other)
  const { files: found, problems } = files.list()
  expect([found, problems.map(({ file }) => file)]).toEqual([[], ['posts']])
  expect(files.read('posts/clash/Case.md')).toHaveProperty('reason')
})
