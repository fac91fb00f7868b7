/** What the installed hooks refuse, in the author's terminal, and which hooks are written where. */
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fixtureIn, makeFolder, makeRepository } from '../../server/test/git-fixture.ts'
import { cloneOf } from '../../server/test/remote-fixture.ts'
import { BAD, COMMAND, GOOD, install, servedSite, tryGit } from '../test/hook-fixture.ts'

it('a push with problems is refused in the author’s terminal with file and line', async () => {
  const { site, clone } = await servedSite({ 'posts/b/same.md': GOOD, 'posts/old.md': BAD })
  expect(await install(site.folder)).toMatchObject({ status: 0 })
  clone.put('posts/large.md', 'x'.repeat(1024 * 1024 + 1))
  symlinkSync('large.md', join(clone.folder, 'posts/link.md'))
  clone.commitFiles({ 'posts/bad.md': BAD, 'posts/\u001b[2J.md': BAD, 'posts/a/same.md': GOOD })
  const { isDone, output } = tryGit(clone, 'push')
  expect(isDone).toBe(false)
  for (const line of [
    "posts/bad.md:3: 'date' is no date that can be read: '2026-13-45'.",
    // Whichever comes first by path.
    "posts/b/same.md:1: The id 'same' is already that of posts/a/same.md",
    'posts/large.md:1: The file is larger than 1 MiB.',
    'posts/link.md:1: This is a link; links are not followed.',
    '(pre-receive hook declined)',
  ]) {
    expect(output).toContain(line)
  }
  expect(output).not.toMatch(/\[2J|posts\/old\.md/)
  expect(existsSync(join(site.folder, 'posts/bad.md'))).toBe(false)
})

it('a push goes through beside problems of before, and when the build is gone', async () => {
  const { site, clone } = await servedSite({ 'posts/old.md': BAD })
  await install(site.folder)
  clone.commitFiles({ 'posts/good.md': GOOD })
  expect(tryGit(clone, 'push').isDone).toBe(true)
  clone.git('push', '-q', 'origin', 'HEAD:other')
  expect(tryGit(clone, 'push', 'origin', ':other').isDone).toBe(true)
  const hook = join(site.folder, '.git/hooks/pre-receive')
  writeFileSync(hook, readFileSync(hook, 'utf8').replaceAll(COMMAND, '/gone/content.mjs'))
  clone.commitFiles({ 'posts/bad.md': BAD })
  const output = expect.stringContaining('/gone/content.mjs is missing, so the content is not')
  expect(tryGit(clone, 'push')).toEqual({ isDone: true, output })
})

it('a push into a bare repository is checked in its content folder alone', async () => {
  const bare = fixtureIn(makeFolder())
  bare.git('init', '-q', '--bare', '-b', 'main')
  const clone = cloneOf(bare)
  clone.git('checkout', '-q', '-b', 'main')
  expect((await install(makeFolder(), bare.folder, '--prefix', 'site/content')).output).toBe(
    'pre-receive: installed\n',
  )
  clone.commitFiles({ 'posts/elsewhere.md': BAD, 'site/content/posts/good.md': GOOD })
  expect(tryGit(clone, 'push', 'origin', 'main').isDone).toBe(true)
  clone.commitFiles({ 'site/content/posts/bad.md': BAD })
  const output = expect.stringContaining('remote: site/content/posts/bad.md:3: ')
  expect(tryGit(clone, 'push', 'origin', 'main')).toEqual({ isDone: false, output })
})

it('a commit is judged by what is staged, not by the work tree', async () => {
  const site = makeRepository()
  await install(site.folder)
  site.put('posts/bad.md', BAD)
  site.git('add', 'posts/bad.md')
  site.put('posts/bad.md', GOOD)
  const output = expect.stringContaining('posts/bad.md:3: ')
  expect(tryGit(site, 'commit', '-m', 'Bad')).toEqual({ isDone: false, output })
  expect(tryGit(site, 'commit', '-m', 'Good', '--', 'posts/bad.md').isDone).toBe(true)
  expect(site.git('status', '--porcelain')).toBe('')
})

it('a commit of a larger repository is checked in its content, in each work tree', async () => {
  const site = makeRepository({ 'README.md': 'Larger\n', 'web/content/posts/a.md': 'A\n' })
  const beside = fixtureIn(join(makeFolder(), 'beside'))
  site.git('worktree', 'add', '-q', beside.folder, '-b', 'beside')
  await install(join(beside.folder, 'web/content'))
  for (const tree of [site, beside]) {
    tree.put('posts/elsewhere.md', BAD)
    tree.put('web/content/posts/bad.md', BAD)
    tree.git('add', '-A')
    const { isDone, output } = tryGit(tree, 'commit', '-m', 'Bad')
    expect(isDone).toBe(false)
    expect(output).toMatch(
      /1 problem in the content it changes\.\nweb\/content\/posts\/bad\.md:3: /,
    )
  }
})

it('an installation replaces hooks of an older version and leaves those of others', async () => {
  const site = makeRepository()
  site.put('.git/hooks/pre-commit', '#!/bin/sh\n# Written by G.A.P. (an older way).\nexit 1\n')
  const theirs = '#!/bin/sh\n# Before what is Written by G.A.P. (content check --install-hook).\n'
  site.put('.git/hooks/pre-receive', theirs)
  const { output } = await install(site.folder)
  expect(output).toContain('pre-commit: installed\npre-receive: left alone, since there is one')
  expect(output).toContain(`'${COMMAND}' 'hook' 'pre-receive' ''`)
  expect(site.text('.git/hooks/pre-commit')).toContain(COMMAND)
  expect(site.text('.git/hooks/pre-receive')).toBe(theirs)
})

it('an installation leaves hooks that are kept elsewhere alone and says what to add', async () => {
  const site = makeRepository({ 'content/posts/good.md': GOOD })
  site.git('config', 'core.hooksPath', '.husky')
  const { output } = await install(join(site.folder, 'content'))
  const [, path = '', line = ''] = /Add this to (.*pre-commit):\n {2}(.*)\n/.exec(output) ?? []
  expect(path).toBe(join(site.folder, '.husky/pre-commit'))
  site.put('.husky/pre-commit', `#!/bin/sh\n${line}\n`)
  chmodSync(path, 0o755)
  site.put('content/posts/bad.md', BAD)
  site.git('add', 'content')
  expect(tryGit(site, 'commit', '-m', 'Bad').output).toContain('content/posts/bad.md:3: ')
})

it('an installation needs a repository, and one folder', async () => {
  const folder = makeFolder()
  expect(await install(folder)).toEqual({
    status: 2,
    output: 'There is no git repository here; the first start of the site makes one.\n',
  })
  rmSync(folder, { recursive: true })
  expect((await install(folder)).status).toBe(2)
  expect((await install(folder, 'a', 'b')).status).toBe(2)
})
