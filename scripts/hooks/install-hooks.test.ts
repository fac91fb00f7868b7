import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dayAt } from '../../server/domain/days/zone.ts'
import { fixtureIn, makeFolder, makeRepository } from '../../server/test/git-fixture.ts'
import {
  ADDRESS,
  BAD,
  cloneOf,
  commit,
  contentCommand,
  GOOD,
  servedSite,
  tryGit,
} from '../test/hook-fixture.ts'

const { built, content, install } = contentCommand()

describe('a push', () => {
  it('with a bad file is refused in the author’s terminal with file and line', async () => {
    const { site, clone } = await servedSite()
    expect(install(site.folder).status).toBe(0)
    commit(clone, { 'posts/bad.md': BAD })
    const { isDone, output } = tryGit(clone, 'push')
    expect(isDone).toBe(false)
    expect(output).toContain(
      "remote: posts/bad.md:3: 'date' is no date that can be read: '2026-13-45'.\n",
    )
    expect(output).toContain('(pre-receive hook declined)')
    expect(existsSync(join(site.folder, 'posts/bad.md'))).toBe(false)
  })

  it('that is good is answered with addresses, streak and deadlines', async () => {
    const { site, clone } = await servedSite()
    install(site.folder)
    const today = dayAt(Date.now(), 'Europe/Berlin')
    commit(clone, {
      'posts/good.md': GOOD,
      'posts/draft.md': '---\ndraft: true\n---\nText\n',
      'posts/later.md': '---\ndate: 2999-01-01\n---\nText\n',
      'projects/ship.yaml': `title: Ship it\ndue_date: ${today}\n`,
    })
    const { isDone, output } = tryGit(clone, 'push')
    expect(isDone).toBe(true)
    expect(output).toContain('remote: Live now:\n')
    expect(output).toContain(`remote:   new        ${ADDRESS}/post/good\n`)
    expect(output).toContain('remote:   draft      draft, for the admin alone\n')
    expect(output).toContain(`${ADDRESS}/post/later for 2999-01-01T00:00:00+01:00\n`)
    expect(output).toContain('remote: Streak: 0 days, the longest 1 day; nothing posted today yet.')
    expect(output).toMatch(/remote: {3}Ship it, \w+, \w+ \d+, \d{4}: /)
    expect(site.text('posts/good.md')).toBe(GOOD)
  })

  it('is not held up by problems that it does not change', async () => {
    const { site, clone } = await servedSite({ 'posts/old.md': BAD })
    install(site.folder)
    commit(clone, { 'posts/good.md': GOOD })
    expect(tryGit(clone, 'push').isDone).toBe(true)
  })

  it('that takes the id of another post is refused, whichever comes first by path', async () => {
    const { site, clone } = await servedSite({ 'posts/b/same.md': GOOD })
    install(site.folder)
    commit(clone, { 'posts/a/same.md': GOOD })
    const { isDone, output } = tryGit(clone, 'push')
    expect(isDone).toBe(false)
    expect(output).toContain("posts/a/same.md:1: The id 'same' is already that of posts/b/same.md")
  })

  it('of a link, or of a file that is too large, is refused', async () => {
    const { site, clone } = await servedSite()
    install(site.folder)
    clone.put('posts/large.md', 'x'.repeat(1024 * 1024 + 1))
    spawnSync('ln', ['-s', 'large.md', 'posts/link.md'], { cwd: clone.folder })
    commit(clone, {})
    const { output } = tryGit(clone, 'push')
    expect(output).toContain('posts/large.md:1: The file is larger than 1 MiB.')
    expect(output).toContain('posts/link.md:1: This is a link; links are not followed.')
  })

  it('of a deleted post tells that its address is gone, and a deleted branch is no fault', async () => {
    const { site, clone } = await servedSite({ 'posts/good.md': GOOD })
    install(site.folder)
    clone.git('rm', '-q', 'posts/good.md')
    commit(clone, {})
    expect(tryGit(clone, 'push').output).toContain(`remote:   gone       ${ADDRESS}/post/good\n`)
    clone.git('push', '-q', 'origin', 'HEAD:other')
    expect(tryGit(clone, 'push', 'origin', ':other').isDone).toBe(true)
  })

  it('into a bare repository with the content in a folder is checked there alone', () => {
    const bare = fixtureIn(makeFolder())
    bare.git('init', '-q', '--bare', '-b', 'main')
    const clone = cloneOf(bare)
    clone.git('checkout', '-q', '-b', 'main')
    expect(install(makeFolder(), bare.folder, '--prefix', 'site/content').output).toBe(
      'pre-receive: installed\npost-receive: installed\n',
    )
    commit(clone, { 'posts/elsewhere.md': BAD, 'site/content/posts/good.md': GOOD })
    const good = tryGit(clone, 'push', 'origin', 'main')
    expect(good.isDone).toBe(true)
    expect(good.output).toContain('remote: Live once the site has pulled:\n')
    expect(good.output).toContain(`remote:   new        ${ADDRESS}/post/good\n`)
    commit(clone, { 'site/content/posts/bad.md': BAD })
    const bad = tryGit(clone, 'push', 'origin', 'main')
    expect(bad.isDone).toBe(false)
    expect(bad.output).toContain('remote: site/content/posts/bad.md:3: ')
  })

  it('goes through, and says so, when the build is gone', async () => {
    const { site, clone } = await servedSite()
    install(site.folder)
    const hook = join(site.folder, '.git/hooks/pre-receive')
    writeFileSync(hook, readFileSync(hook, 'utf8').replaceAll(built.command, '/gone/content.mjs'))
    commit(clone, { 'posts/bad.md': BAD })
    const { isDone, output } = tryGit(clone, 'push')
    expect(isDone).toBe(true)
    expect(output).toContain('/gone/content.mjs is missing, so the content is not checked.')
  })
})

describe('a commit', () => {
  it('is judged by what is staged, not by the work tree', () => {
    const site = makeRepository()
    install(site.folder)
    site.put('posts/bad.md', BAD)
    site.git('add', 'posts/bad.md')
    site.put('posts/bad.md', GOOD)
    const refused = tryGit(site, 'commit', '-m', 'Bad')
    expect(refused.isDone).toBe(false)
    expect(refused.output).toContain('posts/bad.md:3: ')
    expect(tryGit(site, 'commit', '-m', 'Good', '--', 'posts/bad.md').isDone).toBe(true)
  })

  it('of a larger repository is checked below the content folder', () => {
    const site = makeRepository({ 'README.md': 'Larger\n', 'web/content/posts/a.md': 'A\n' })
    install(join(site.folder, 'web/content'))
    site.put('posts/elsewhere.md', BAD)
    site.put('web/content/posts/bad.md', BAD)
    site.git('add', '-A')
    const { isDone, output } = tryGit(site, 'commit', '-m', 'Bad')
    expect(isDone).toBe(false)
    expect(output).toContain('1 problem in the content it changes.\nweb/content/posts/bad.md:3: ')
  })

  it('of the site itself is made without the hooks', async () => {
    const site = makeRepository()
    install(site.folder)
    const repository = await site.open()
    const change = { path: 'posts/bad.md', bytes: Buffer.from(BAD) }
    const plan = { changes: [change], subject: 'Save', value: null }
    expect((await repository.write(async () => plan)).commit).not.toBeNull()
  })
})

describe('installing hooks', () => {
  it('twice changes nothing', () => {
    const site = makeRepository()
    const hook = () => readFileSync(join(site.folder, '.git/hooks/pre-commit'), 'utf8')
    expect(install(site.folder).output).toContain('pre-commit: installed\n')
    const first = hook()
    expect(install(site.folder).output).toContain('pre-commit: installed\n')
    expect(hook()).toBe(first)
  })

  it('leaves a hook of another alone and says what to add', () => {
    const site = makeRepository()
    site.put('.git/hooks/pre-commit', 'mine')
    const { status, output } = install(site.folder)
    expect(status).toBe(0)
    expect(site.text('.git/hooks/pre-commit')).toBe('mine')
    expect(output).toContain('pre-commit: left alone, since there is one already.')
    expect(output).toContain(`'${built.command}' 'hook' 'pre-commit' ''`)
    expect(output).toContain('pre-receive: installed\n')
  })

  it('needs a repository, and one folder', () => {
    const folder = makeFolder()
    expect(install(folder)).toEqual({
      status: 2,
      output: 'There is no git repository here; the first start of the site makes one.\n',
    })
    rmSync(folder, { recursive: true })
    expect(install(folder).status).toBe(2)
    expect(install(folder, 'a', 'b').status).toBe(2)
  })
})

describe('content check', () => {
  const check = (contentDir: string, ...args: string[]) =>
    content(['check', ...args], { CONTENT_DIR: contentDir })

  it('has exit status 0, 1 or 2 and prints problems as JSON with --json', () => {
    const site = fixtureIn(makeFolder())
    site.put('posts/good.md', GOOD)
    expect(check(site.folder).status).toBe(0)
    site.put('posts/bad.md', BAD)
    expect(check(site.folder).status).toBe(1)
    expect(check(site.folder, join(site.folder, 'posts/good.md')).status).toBe(0)
    const { status, output } = check(site.folder, '--json')
    expect(status).toBe(1)
    expect(JSON.parse(output)).toEqual({
      files: 2,
      problems: [{ file: 'posts/bad.md', line: 3, reason: expect.stringContaining("'date'") }],
      warnings: [],
    })
    expect(check(site.folder, join(site.folder, 'posts/none.md')).status).toBe(2)
    expect(check(site.folder, '--nonsense').status).toBe(2)
    expect(check(site.folder, '/elsewhere').status).toBe(2)
  })
})
