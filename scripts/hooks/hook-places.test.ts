/** Hooks wherever a repository keeps them, and what a push into each kind of repository is told. */
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fixtureIn, makeFolder, makeRepository } from '../../server/test/git-fixture.ts'
import {
  BAD,
  cloneOf,
  commit,
  contentCommand,
  GOOD,
  servedSite,
  tryGit,
} from '../test/hook-fixture.ts'

const { built, install } = contentCommand()

it('a hook of an older version is replaced, one that only speaks of us is not', () => {
  const site = makeRepository()
  site.put('.git/hooks/pre-commit', '#!/bin/sh\n# Written by G.A.P. (an older way).\nexit 1\n')
  const theirs = '#!/bin/sh\n# Before what is Written by G.A.P. (content check --install-hook).\n'
  site.put('.git/hooks/pre-receive', theirs)
  const { output } = install(site.folder)
  expect(output).toContain('pre-commit: installed\npre-receive: left alone, since there is one')
  expect(site.text('.git/hooks/pre-commit')).toContain(built.command)
  expect(site.text('.git/hooks/pre-receive')).toBe(theirs)
  site.put('posts/good.md', GOOD)
  site.git('add', '-A')
  expect(tryGit(site, 'commit', '-m', 'Good').isDone).toBe(true)
})

it('in a work tree beside the first one, commits are checked as in that', () => {
  const site = makeRepository()
  const beside = fixtureIn(join(makeFolder(), 'beside'))
  site.git('worktree', 'add', '-q', beside.folder, '-b', 'beside')
  expect(install(beside.folder).output).toContain('pre-commit: installed\n')
  for (const tree of [site, beside]) {
    tree.put('posts/bad.md', BAD)
    tree.git('add', '-A')
    expect(tryGit(tree, 'commit', '-m', 'Bad').output).toContain('posts/bad.md:3: ')
  }
})

it('in a submodule, commits there are checked and those around it are not', () => {
  const around = makeRepository({ 'README.md': 'Around\n' })
  const content = makeRepository({ 'posts/good.md': GOOD })
  around.git(
    '-c',
    'protocol.file.allow=always',
    'submodule',
    '--quiet',
    'add',
    content.folder,
    'in',
  )
  around.git('commit', '-qm', 'With content')
  const inside = fixtureIn(join(around.folder, 'in'))
  expect(install(inside.folder).output).toContain('pre-commit: installed\n')
  inside.put('posts/bad.md', BAD)
  inside.git('add', '-A')
  expect(tryGit(inside, 'commit', '-m', 'Bad').output).toContain('posts/bad.md:3: ')
  around.put('posts/bad.md', BAD)
  around.git('add', 'posts')
  expect(tryGit(around, 'commit', '-m', 'Not content').isDone).toBe(true)
})

it('where core.hooksPath keeps them, nothing is written, and a hook that calls ours is known', () => {
  const site = makeRepository()
  const hooks = makeFolder()
  site.git('config', 'core.hooksPath', hooks)
  const { output } = install(site.folder)
  expect(output).toContain('pre-commit: left alone, since core.hooksPath keeps hooks elsewhere.')
  expect(existsSync(join(hooks, 'pre-commit'))).toBe(false)
})

it('of husky are its own: the line belongs into .husky, not into .husky/_', () => {
  const site = makeRepository({ 'content/posts/good.md': GOOD, '.husky/pre-commit': 'true\n' })
  site.put('.husky/_/pre-commit', '#!/bin/sh\nsh -e "$(dirname "$0")/../pre-commit"\n')
  site.git('config', 'core.hooksPath', '.husky/_')
  chmodSync(join(site.folder, '.husky/_/pre-commit'), 0o755)
  const theirs = join(site.folder, '.husky/pre-commit')
  const { output } = install(join(site.folder, 'content'))
  const line = new RegExp(`Add this to ${theirs}:\n {2}(.*)\n`).exec(output)?.[1] ?? ''
  expect(line).toContain(`'hook' 'pre-commit' 'content/'`)
  site.put('.husky/pre-commit', `true\n${line}\n`)
  expect(install(join(site.folder, 'content')).output).toContain(`pre-commit: called by ${theirs}`)
  expect(readFileSync(theirs, 'utf8')).toBe(`true\n${line}\n`)
  site.put('content/posts/bad.md', BAD)
  site.git('add', 'content')
  expect(tryGit(site, 'commit', '-m', 'Bad').output).toContain('content/posts/bad.md:3: ')
})

it('a push into a repository that takes none is told what to do about it', () => {
  const site = makeRepository()
  install(site.folder)
  const clone = cloneOf(site)
  commit(clone, { 'posts/good.md': GOOD })
  const { isDone, output } = tryGit(clone, 'push')
  expect(isDone).toBe(false)
  expect(output).toContain('remote:   git config receive.denyCurrentBranch updateInstead\n')
  expect(tryGit(clone, 'push', 'origin', 'HEAD:other').isDone).toBe(true)
})

it('a push over edits on the server is told which files, with or without the site’s hook', async () => {
  const files = { 'posts/a.md': 'A\n', 'posts/b.md': 'B\n' }
  const served = await servedSite(files)
  const plain = makeRepository(files)
  plain.git('config', 'receive.denyCurrentBranch', 'updateInstead')
  for (const { site, clone } of [served, { site: plain, clone: cloneOf(plain) }]) {
    install(site.folder)
    site.put('posts/a.md', 'Being edited\n')
    commit(clone, { 'posts/a.md': 'Pushed\n' })
    const { isDone, output } = tryGit(clone, 'push')
    expect(isDone).toBe(false)
    expect(output).toMatch(/the server.*:\n(remote: )? {2}posts\/a\.md\n/)
    expect(output).toContain('Commit or discard them there, then push again.')
    expect(site.text('posts/a.md')).toBe('Being edited\n')
  }
})
