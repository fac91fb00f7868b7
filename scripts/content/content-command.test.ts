/** The author's commands as they are called: what they print, where to, and how they end. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Fixture, fixtureIn, makeFolder, testEnv } from '../../server/test/git-fixture.ts'
import { generateContent } from '../lab/generated-content.ts'
import { BAD, COMMAND, GOOD } from '../test/hook-fixture.ts'

let site: Fixture

beforeEach(() => {
  site = fixtureIn(makeFolder())
  site.put('content/posts/good.md', GOOD)
})

/** Runs it as npm does, which goes to the project's folder and tells where the author stands. */
function content(args: string[], { at = '.', env = {} }: { at?: string; env?: object } = {}) {
  const run = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: site.folder,
    encoding: 'utf8',
    env: { ...testEnv, INIT_CWD: join(site.folder, at), ...env },
  })
  return { status: run.status, out: run.stdout, err: run.stderr }
}

it('npm run content runs the file that the build writes, and is ended by a signal as that is', () => {
  const script = new URL('./content.mjs', import.meta.url)
  const text = readFileSync(script, 'utf8')
  const [, imported = ''] = /^ {2}release\(\)\n {2}await import\('(.*)'\)$/m.exec(text) ?? []
  const project = fileURLToPath(new URL('../../', import.meta.url))
  expect(fileURLToPath(new URL(imported, script))).toBe(join(project, 'dist/content.mjs'))
})

describe('help', () => {
  it.each([
    [['--help'], 'import FOLDER'],
    [['help'], 'import FOLDER'],
    [['new', '--help'], 'new "Title"'],
    [['check', '-h'], 'check --install-hook'],
    [['import', '--help'], 'KIND is jekyll'],
    [['verify', '--help'], 'verify [--site URL] [--json]'],
  ])('is printed for %j', (args, text) => {
    const { status, out, err } = content(args)
    expect([status, err]).toEqual([0, ''])
    expect(out).toContain(text)
  })
})

describe('a wrong call', () => {
  it.each([
    [[], 'A command is missing.'],
    [['wat'], "There is no command 'wat'."],
    [['new'], 'The title is missing.'],
    [['new', 'A', '--typ', 'essay'], "'new' has no option '--typ'."],
    [['new', 'A', '--type', 'poem'], "There is no type 'poem'; it is essay, short,"],
    [['new', 'A', '--type', 'link'], 'A link post needs --url.'],
    [['new', 'A', '--url', 'ftp://a'], "'ftp://a' is no address"],
    [['check', '--prefix', 'a'], '--prefix goes with --install-hook.'],
    [['import'], 'Name one folder to import.'],
    [['import', '.', '--from', 'medium'], "There is no kind 'medium'."],
    [['import', '.', '--undated', 'maybe'], "--undated takes draft or publish, not 'maybe'."],
  ])('%j is told in one line, with how that command is called', (args, sentence) => {
    const { status, out, err } = content(args)
    expect([status, out]).toEqual([2, ''])
    expect(err.split('\n')[0]).toContain(sentence)
    const named = args[0] === 'wat' ? undefined : args[0]
    expect(err).toContain(`  ${named ?? 'new'} `)
  })

  it.each([
    [['check', 'posts/none.md'], {}, 'There is no posts/none.md.\n'],
    [['check', '/'], {}, '/ is not in the content folder, '],
    [['check'], { CONTENT_DIR: '/nowhere' }, 'There is no content folder at /nowhere.\n'],
    [['check'], { TIME_ZONE: 'Mars' }, 'TIME_ZONE: got "Mars", takes a time zone such as '],
    [['import', '/nowhere'], {}, 'There is no /nowhere.\n'],
  ])('%j with %j is told without more', (args, env, sentence) => {
    const { status, out, err } = content(args, { env })
    expect([status, out]).toEqual([2, ''])
    expect(err).toContain(sentence)
    expect(err.trim().split('\n')).toHaveLength(1)
  })
})

describe('paths', () => {
  it('are taken, and printed, from where the author stands', () => {
    site.put('content/posts/2026/bad.md', BAD)
    const { status, out } = content(['check', 'bad.md'], { at: 'content/posts/2026' })
    expect([status, out]).toEqual([1, expect.stringContaining('bad.md:3: ')])
    mkdirSync(join(site.folder, 'content/posts/2025'))
    const other = content(['check'], { at: 'content/posts/2025' })
    expect(other.out).toContain('../2026/bad.md:3: ')
    const made = content(['new', 'A day'], { at: 'content' })
    expect(existsSync(join(site.folder, 'content', made.out.trim()))).toBe(true)
  })

  it('may also be those of the content folder, and name the files that are read', () => {
    site.put('content/posts/bad.md', BAD)
    const { status, out, err } = content(['check', 'posts/good.md'])
    expect([status, out, err]).toEqual([0, '', '0 problems in 1 content file.\n'])
  })

  it('of a link is that of the link, and the folder may be reached through one', () => {
    symlinkSync('good.md', join(site.folder, 'content/posts/link.md'))
    symlinkSync('content', join(site.folder, 'words'))
    expect(content(['check', 'content/posts/link.md']).out).toContain('This is a link')
    expect(content(['check', 'words/posts/good.md']).status).toBe(0)
    expect(content(['check', 'words']).err).toContain('1 problem in ')
  })

  it('of one id twice are told of, also when only one is named', () => {
    site.put('content/posts/old/good.md', GOOD)
    const { status, out } = content(['check', 'posts/old'])
    expect(status).toBe(1)
    expect(out).toContain("The id 'good' is already that of posts/good.md; rename one of the two.")
  })
})

it.each([
  ['new', ['new', 'A title'], { CONTENT_DIR: '/proc/gap' }],
  ['import', ['import', 'content', '--into', '/proc/gap'], {}],
])('`%s` into a folder that can never be made says so and ends', (_, args, env) => {
  const { status, err } = content(args, { env })
  expect(status).toBe(2)
  expect(err).toMatch(/^\/proc\/gap cannot be read or written \(E[A-Z]+\)\.\n$/)
})

describe('what of a text is not shown', () => {
  const text = '---\ntitle: A\n---\n\nText\n\n<script>\na\n</script>\n\ngit checkout <branch>\n'

  it('is a warning with its line in the file, and no fault', () => {
    site.put('content/posts/a.md', text)
    const { status, out, err } = content(['check'])
    expect(out.split('\n')).toEqual([
      'content/posts/a.md:7: warning: A script is left out.',
      expect.stringMatching(/^content\/posts\/a\.md:11: warning: <branch> is no HTML /),
      '',
    ])
    expect([status, err]).toEqual([0, '0 problems and 2 warnings in 2 content files.\n'])
    const { problems, warnings } = JSON.parse(content(['check', '--json']).out)
    expect([problems, warnings[0]]).toEqual([
      [],
      { file: 'posts/a.md', line: 7, reason: 'A script is left out.' },
    ])
  })

  it('stands in one list with conflict markers that are shown, by file and line', () => {
    const conflict = '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n'
    site.put('content/posts/a.md', `${text}\n${conflict}`)
    site.put('content/about.md', `Me.\n${conflict}`)
    site.put('content/posts/code.md', `\`\`\`\n${conflict}\`\`\`\n`)
    const { status, out } = content(['check'])
    expect([
      status,
      out.split('\n').map((line) => line.replace(/ warning: (\w+ \w+).*/, ' $1')),
    ]).toEqual([
      0,
      [
        'content/about.md:2: A conflict',
        'content/posts/a.md:7: A script',
        expect.stringMatching(/^content\/posts\/a\.md:11: warning: <branch> /),
        'content/posts/a.md:13: A conflict',
        '',
      ],
    ])
  })

  it('is told of the chosen files alone, and of a text that is never rendered', () => {
    site.put('content/posts/a.md', text)
    site.put('content/posts/deep.md', '<b>'.repeat(6_000))
    expect(content(['check', 'content/posts/good.md']).out).toBe('')
    expect(content(['check', 'content/posts/deep.md']).out).toContain(
      'is shown as it was written.\n',
    )
  })
})

describe('new', () => {
  it('writes a link with its address, and a draft that visitors do not see', () => {
    const made = content(['new', 'A find', '--url', 'https://example.org/', '--draft'], {
      env: { TIME_ZONE: 'Asia/Kathmandu' },
    })
    expect(site.text(made.out.trim())).toMatch(
      /^---\ntitle: A find\ntype: link\ndate: \S+\+05:45\nurl: https:\/\/example\.org\/\ndraft: true\n---\n/,
    )
    expect(content(['check']).status).toBe(0)
  })

  it('gives the second of one title another id, in whatever folder the first is', () => {
    site.put('content/posts/2019/a-day.md', GOOD)
    expect(content(['new', 'A day']).out).toMatch(/^content\/posts\/\d{4}\/a-day-2\.md\n$/)
  })
})

it('the starter content and generated content have no problem', () => {
  const starter = fileURLToPath(new URL('../../content', import.meta.url))
  expect(content(['check'], { env: { CONTENT_DIR: starter } }).err).toMatch(/^0 problems/)
  for (const { path, text } of generateContent({ posts: 50, seed: 1 })) {
    site.put(`content/${path}`, text)
  }
  expect(content(['check']).err).toMatch(/^0 problems/)
})

describe('import', () => {
  it('exits with 1 where nothing usable was found, and with 0 where all is here already', () => {
    site.put('old/README.md', 'Read me\n')
    expect(content(['import', 'old']).status).toBe(1)
    site.put('old/blog/a.md', GOOD)
    const first = content(['import', 'old', '--into', 'content'])
    expect([first.status, first.out]).toEqual([0, expect.stringContaining('Imported 1 post')])
    const again = content(['import', 'old', '--into', 'content'])
    expect([again.status, again.out]).toEqual([0, expect.stringContaining('1 here already')])
  })
})

it('gives no secret to the programs that it starts', () => {
  site.git('init', '-q', '-b', 'main')
  const notes = join(makeFolder(), 'notes')
  const hook = join(site.folder, '.git/hooks/pre-commit')
  mkdirSync(join(site.folder, '.git/hooks'), { recursive: true })
  writeFileSync(hook, `#!/bin/sh\nenv >'${notes}'\n`, { mode: 0o755 })
  const secrets = {
    ADMIN_PASSWORD: 'correct horse',
    JWT_SECRET: 'x'.repeat(32),
    WEBHOOK_SECRET: 'y',
  }
  const { status } = content(['init', '--name', 'Ada'], { env: secrets })
  expect(status).toBe(0)
  const seen = readFileSync(notes, 'utf8')
  expect(seen).toContain('PATH=')
  for (const name of Object.keys(secrets)) expect(seen).not.toContain(`${name}=`)
})

it('`check` has exit status 0, 1 or 2 and prints problems as JSON with --json', () => {
  const check = (...args: string[]) => content(['check', ...args])
  expect(check().status).toBe(0)
  site.put('content/posts/bad.md', BAD)
  expect(check().status).toBe(1)
  expect(check('posts/good.md').status).toBe(0)
  const { status, out } = check('--json')
  expect(status).toBe(1)
  expect(JSON.parse(out)).toEqual({
    files: 2,
    problems: [{ file: 'posts/bad.md', line: 3, reason: expect.stringContaining("'date'") }],
    warnings: [],
  })
  expect(check('posts/none.md').status).toBe(2)
  expect(check('--nonsense').status).toBe(2)
  expect(check('/elsewhere').status).toBe(2)
})
