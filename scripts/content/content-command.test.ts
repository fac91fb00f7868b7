/** The author's commands as they are called: what they print, where to, and how they end. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { type Fixture, fixtureIn, makeFolder, testEnv } from '../../server/test/git-fixture.ts'
import { BAD, COMMAND, GOOD, content as runContent } from '../test/hook-fixture.ts'

let site: Fixture

beforeEach(() => {
  site = fixtureIn(makeFolder())
  site.put('content/posts/good.md', GOOD)
})

/** Runs a command, its words given as they are or in one text, as the author would at a place. */
function content(args: string | string[], { at = '.', env = {} } = {}) {
  const surroundings = { INIT_CWD: join(site.folder, at), CONTENT_DIR: `${site.folder}/content` }
  return runContent(typeof args === 'string' ? args.split(' ') : args, { ...surroundings, ...env })
}

it('npm run content runs the file that the build writes', () => {
  const script = readFileSync(join(import.meta.dirname, 'content.mjs'), 'utf8')
  expect(script).toContain("import(new URL('../../dist/content.mjs',")
})

it.each([
  ['--help', 'import FOLDER'],
  ['help', 'import FOLDER'],
  ['new --help', 'new "Title"'],
  ['check -h', 'check --install-hook'],
  ['import --help', 'KIND is jekyll'],
  ['verify --help', 'verify [--site URL] [--json]'],
])('%s prints help', async (call, text) => {
  const out = expect.stringContaining(text)
  expect(await content(call)).toEqual({ status: 0, err: '', out })
})

it('tells of a wrong call in one line, with how that command is called', async () => {
  const rows: [string[], string][] = [
    [[], 'A command is missing.'],
    [['wat'], "There is no command 'wat'."],
    [['new'], 'The title is missing.'],
    [['new', 'A', '--typ', 'essay'], "'new' has no option '--typ'."],
    [['new', 'A', '--type', 'poem'], "There is no type 'poem'; it is essay, short,"],
    [['new', 'A', '--type', 'link'], 'A link post needs a `url`'],
    [['new', 'A', '--url', 'ftp://a'], 'A link post needs a `url` that begins with http'],
    [['new', 'A'.repeat(301)], "'title' is longer than 300 characters."],
    [['check', '--prefix', 'a'], '--prefix goes with --install-hook.'],
    [['import'], 'Name one folder to import.'],
    [['import', '.', '--from', 'medium'], "There is no kind 'medium'."],
    [['import', '.', '--undated', 'maybe'], "--undated takes draft or publish, not 'maybe'."],
    [['init'], 'Without options, `init` needs a terminal.'],
    [['init', '--language', 'Klingon!'], "--language: 'Klingon!' is not a language code like 'en'"],
    [['init', '--time-zone', 'Mars'], "--time-zone: 'Mars' is not a time zone like"],
    [
      ['init', '--address', 'example.org'],
      '--address: It takes an address with http:// or https:// and without a path, such as https://example.org.',
    ],
    [['init', '--remote', 'two words'], '--remote: It takes the name or the URL of a git remote.'],
    [['init', '--title', ' '], '--title: The title is missing.'],
    [['init', '--wat'], "'init' has no option '--wat'."],
    [['init', 'here'], 'init takes only options.'],
    [['export'], 'Name one folder to export to.'],
    [['export', 'a', '--base', 'blog'], "--base takes a path such as /blog, not 'blog'."],
    [['verify', '--site', 'gap.example'], 'is no address that begins'],
    [['verify', '--sight'], "'verify' has no option '--sight'."],
    [['verify', 'words'], 'The clone is named by CONTENT_DIR'],
  ]
  for (const [args, sentence] of rows) {
    const { status, out, err } = await content(args)
    expect([status, out]).toEqual([2, ''])
    expect(err.split('\n')[0]).toContain(sentence)
    const named = args[0] === 'wat' ? undefined : args[0]
    expect(err).toContain(`  ${named ?? 'new'} `)
  }
  expect(site.text('content/posts/good.md')).toBe(GOOD)
  expect(readdirSync(site.folder)).toEqual(['content'])
})

it.each<[string, object, string]>([
  ['check posts/none.md', {}, 'There is no posts/none.md.\n'],
  ['check /', {}, '/ is not in the content folder, '],
  ['check', { CONTENT_DIR: '/nowhere' }, 'There is no content folder at /nowhere.\n'],
  ['check', { TIME_ZONE: 'Mars' }, 'TIME_ZONE: got "Mars", takes a time zone such as '],
  ['import /nowhere', {}, 'There is no /nowhere.\n'],
  ['export .', { SITE_URL: 'https://a.example' }, ' is neither empty nor a former export.\n'],
  ['new Title', { CONTENT_DIR: '/proc/gap' }, "such file or directory, mkdir '/proc/gap"],
  ['import content --into /proc/gap', {}, "such file or directory, mkdir '/proc/gap"],
])('%s with %j says in one line why it cannot', async (call, env, sentence) => {
  const { status, err } = await content(call, { env })
  expect(status).toBe(2)
  expect(err).toContain(sentence)
  expect(err.trim().split('\n')).toHaveLength(1)
})

it('paths are of where the author stands or of the content folder, and may lead through a link', async () => {
  site.put('content/posts/2026/bad.md', BAD)
  mkdirSync(join(site.folder, 'content/posts/2025'))
  symlinkSync('good.md', join(site.folder, 'content/posts/link.md'))
  symlinkSync('content', join(site.folder, 'words'))
  site.put('content/posts/old/good.md', GOOD)
  const twice = "The id 'good' is already that of posts/good.md; rename one of the two.\n"
  for (const [call, at, status, out] of [
    ['check bad.md', 'content/posts/2026', 1, 'bad.md:3: '],
    ['check', 'content/posts/2025', 1, '../2026/bad.md:3: '],
    ['check posts/good.md', '.', 0, ''],
    ['check content/posts/link.md', '.', 1, 'content/posts/link.md:1: This is a link'],
    ['check words/posts/good.md', '.', 0, ''],
    // Of two with one id, also when only one is named.
    ['check posts/old', '.', 1, `content/posts/old/good.md:1: ${twice}`],
  ] as const) {
    expect(await content(call, { at })).toMatchObject({
      status,
      out: out === '' ? '' : expect.stringContaining(out),
    })
  }
  expect((await content('check words')).err).toBe('3 problems in 3 content files.\n')
  const made = await content(['new', 'A day'], { at: 'content' })
  expect(existsSync(join(site.folder, 'content', made.out.trim()))).toBe(true)
})

it('what of a text is not shown is a warning with its line in the file, and no fault', async () => {
  const text = '\nText\n\n<script>\na\n</script>\n\ngit checkout <branch>\n'
  site.put('content/posts/a.md', text)
  const { status, out, err } = await content('check')
  expect(out.split('\n')).toEqual([
    'content/posts/a.md:4: warning: <script> is left out.',
    expect.stringMatching(/^content\/posts\/a\.md:8: warning: <branch> is no HTML /),
    '',
  ])
  expect([status, err]).toEqual([0, '0 problems and 2 warnings in 2 content files.\n'])
  site.put('content/posts/deep.md', '<b>'.repeat(6_000))
  expect((await content('check content/posts/good.md')).out).toBe('')
  const deep = await content('check content/posts/deep.md')
  expect(deep.out).toContain('is shown as it was written.\n')
  site.put('content/site.yaml', 'math: true\n')
  site.put('content/posts/math.md', 'It is $5 or $6.\n\n$\\frac{$\n')
  const math = await content('check content/posts/math.md')
  expect(math.out).toMatch(/^content\/posts\/math.md:3: warning: A formula is shown as .*\n$/)
})

it('a post of a project that never was is a warning, one that names a former id is none', async () => {
  site.git('init', '-q', '-b', 'main')
  site.commitFiles({ 'content/projects/old.yaml': 'title: P\ndue_date: 2026-12-31\n' })
  site.git('mv', 'content/projects/old.yaml', 'content/projects/new.yaml')
  const post = (project: string) => `---\ntitle: A\nproject: ${project}\n---\n\nText.\n`
  site.commitFiles({ 'content/posts/a.md': post('old'), 'content/posts/b.md': post('gone') })
  const { status, out } = await content('check')
  expect([status, out]).toEqual([0, "content/posts/b.md:3: warning: There is no project 'gone'.\n"])
})

it('a link or an image that points into the site and finds nothing is a warning', async () => {
  site.git('init', '-q', '-b', 'main')
  site.put('content/media/2026/a.png', 'an image')
  site.put('content/posts/d.md', '---\ndraft: true\n---\nText\n')
  site.put('content/posts/first.md', GOOD)
  site.commitFiles({ 'content/tags.yaml': '- name: Writing\n' })
  site.git('mv', 'content/posts/first.md', 'content/posts/second.md')
  site.commitFiles({ 'content/about.md': '[gone](/post/gone)\n' })
  const OWN = 'https://own.example/gone'
  const found =
    '/post/good /post/old /2019/old.html good#part /essays/ /essays?tag=writing /post/first ' +
    '/media/2026/a.png /resources/learning-ai /feed.xml #part https://other.example/gone ' +
    'mailto:a@b.example /api/site https://own.example/about'
  const lost = ['/post/gone', 'gone', '/2020/x', '/post/d', '/essays?tag=Gone', '/media/a.png', OWN]
  const links = [...found.split(' '), ...lost].map((link) => `[a link](${link})`)
  const others = ['`[code](/gone)`', '<img src="/media/b.png">', '[a]', '', '[a]: /gone']
  const text = ['---', 'aliases: [old, /2019/old]', '---', ...links, ...others].join('\n\n')
  site.put('content/posts/links.md', text.replace('\n\n', '\n').replace('\n\n', '\n'))
  const { status, out, err } = await content('check', { env: { SITE_URL: 'https://own.example' } })
  const reason = (link: string) =>
    expect.stringContaining(`warning: The link '${link}' leads nowhere.`)
  const expected = ['/post/gone', ...lost, '/media/b.png', '/gone'].map(reason)
  expect(out.trim().split('\n')).toEqual(expected)
  expect(out).toContain('content/about.md:1: ')
  expect(out).toContain("content/posts/links.md:35: warning: The link '/post/gone'")
  expect([status, err]).toEqual([0, expect.stringContaining('0 problems and 10 warnings')])
})

it('check warns of an alias that never leads to its post', async () => {
  const aliases = ['https://own.example/a', 'https://old.example/2019/x/', '/?p=1', '/essays/']
  site.put('content/posts/links.md', `---\naliases: ${JSON.stringify(aliases)}\n---\nText\n`)
  const { status, out } = await content('check', { env: { SITE_URL: 'https://own.example' } })
  expect([status, out.trim().split('\n')]).toEqual([
    0,
    [
      "content/posts/links.md:1: warning: The alias 'https://old.example/2019/x' is of another host than SITE_URL.",
      "content/posts/links.md:1: warning: The alias '/essays' is an address of the site itself.",
    ],
  ])
})

it('new writes a link with its address, and a draft that visitors do not see', async () => {
  const env = { TIME_ZONE: 'Asia/Kathmandu' }
  const made = await content('new Find --url https://example.org/ --draft', { env })
  expect(site.text(made.out.trim())).toMatch(
    /^---\ntitle: Find\ntype: link\ndate: \S+\+05:45\nurl: https:\/\/example\.org\/\ndraft: true\n---\n/,
  )
  expect((await content('check')).status).toBe(0)
})

it('new gives the second of one title another id, in whatever folder the first is', async () => {
  site.put('content/posts/2019/a-day.md', GOOD)
  const { out } = await content(['new', 'A day'])
  expect(out).toMatch(/^content\/posts\/\d{4}\/a-day-2\.md\n$/)
})

it('import exits with 1 where nothing usable was found, with 0 where all is here already', async () => {
  site.put('old/README.md', 'Read me\n')
  expect((await content('import old')).status).toBe(1)
  site.put('old/blog/a.md', GOOD)
  for (const words of ['Imported 1 post', 'a.md: skipped: here already']) {
    const { status, out } = await content('import old --into content')
    expect([status, out]).toEqual([0, expect.stringContaining(words)])
  }
})

it('as a program gives its exit status, and no secret to the programs that it starts', () => {
  const run = (args: string[], env: object = {}) =>
    spawnSync(process.execPath, [COMMAND, ...args], {
      cwd: site.folder,
      encoding: 'utf8',
      env: { ...testEnv, ...env },
    })
  site.put('content/posts/bad.md', BAD)
  site.put('content/posts/form.md', '<form></form>\n')
  const { status, stdout } = run(['check', '--json'])
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toEqual({
    files: 3,
    problems: [{ file: 'posts/bad.md', line: 3, reason: expect.stringContaining("'date'") }],
    warnings: [{ file: 'posts/form.md', line: 1, reason: expect.stringMatching(/^<form>/) }],
  })
  site.git('init', '-q', '-b', 'main')
  const notes = join(makeFolder(), 'notes')
  site.put('.git/hooks/pre-commit', `#!/bin/sh\nenv >'${notes}'\n`)
  chmodSync(join(site.folder, '.git/hooks/pre-commit'), 0o755)
  const secrets = { ADMIN_PASSWORD: 'correct', JWT_SECRET: 'x'.repeat(32), WEBHOOK_SECRET: 'y' }
  expect(run(['init', '--name', 'Ada'], secrets).status).toBe(0)
  const seen = readFileSync(notes, 'utf8')
  expect(seen).toContain('PATH=')
  for (const name of Object.keys(secrets)) expect(seen).not.toContain(`${name}=`)
})
