import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type Fixture,
  faultsOf,
  fixtureIn,
  makeFolder,
  makeRepository,
  putting,
  testEnv,
  until,
} from '../test/git-fixture.ts'
import type { Repository } from './repository.ts'

const subjects = ({ git }: Fixture) => git('log', '--format=%s').trim().split('\n')
const refusal = (code: string) => ({ code, statusCode: 503 })

async function manyWrites(repository: Repository, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await repository.write(putting(`posts/admin-${n % 7}.md`, n % 11 === 10 ? null : `${n}\n`))
  }
}

describe("the author's work", () => {
  it('is the same after 200 writes: staged, partly staged, dirty, untracked, removed', async () => {
    const author = makeRepository({
      'posts/a.md': 'A\n',
      'posts/dirty.md': 'clean\n',
      'posts/partly.md': 'one\n',
      'posts/gone.md': 'gone\n',
    })
    author.put('posts/staged.md', 'staged\n')
    author.put('posts/partly.md', 'two\n')
    author.git('add', 'posts/staged.md', 'posts/partly.md')
    author.git('rm', '-q', '--cached', 'posts/gone.md')
    author.put('posts/partly.md', 'three\n')
    author.put('posts/dirty.md', 'dirty\n')
    author.put('posts/untracked.md', 'untracked\n')
    const look = () => [
      author.git('status', '--porcelain'),
      author.git('diff', '--cached'),
      author.git('diff'),
    ]
    const before = look()
    const repository = await author.open()
    await manyWrites(repository, 200)
    expect(look()).toEqual(before)
    expect(author.git('fsck', '--full', '--strict', '--no-dangling')).toBe('')
  })

  it.each([
    ['version 4', ['update-index', '--index-version', '4']],
    ['split', ['update-index', '--split-index']],
    ['with an untracked cache', ['update-index', '--force-untracked-cache']],
  ])('is kept in an index that is %s', async (_, change) => {
    const author = makeRepository()
    author.git(...change)
    author.put('posts/staged.md', 'staged\n')
    author.git('add', 'posts/staged.md')
    const repository = await author.open()
    await manyWrites(repository, 12)
    expect(author.git('status', '--porcelain')).toBe('A  posts/staged.md\n')
    expect(author.git('fsck', '--full', '--strict', '--no-dangling')).toBe('')
  })

  it('finds an index again that was removed', async () => {
    const author = makeRepository()
    rmSync(join(author.folder, '.git/index'))
    const repository = await author.open()
    await repository.write(putting('posts/b.md', 'B\n'))
    expect(faultsOf(author)).toBe('')
  })
})

describe('a hand edit that is not committed', () => {
  it('becomes its own commit before the write', async () => {
    const author = makeRepository()
    const repository = await author.open()
    author.put('posts/a.md', 'by hand\n')
    await repository.write(putting('posts/a.md', 'by admin\n', 'Update: A'))
    expect(subjects(author)).toEqual(['Update: A', 'Edit by hand: posts/a.md', 'Author starts'])
    expect(author.git('show', 'HEAD^:posts/a.md')).toBe('by hand\n')
    expect(faultsOf(author)).toBe('')
  })

  it('is kept so when it is a new file, or was staged', async () => {
    const author = makeRepository()
    const repository = await author.open()
    author.put('posts/new.md', 'by hand\n')
    author.put('posts/a.md', 'staged\n')
    author.git('add', 'posts/a.md')
    await repository.write(putting('posts/new.md', 'by admin\n'))
    await repository.write(putting('posts/a.md', null, 'Delete: A'))
    expect(subjects(author)).toEqual([
      'Delete: A',
      'Edit by hand: posts/a.md',
      'Save posts/new.md',
      'Edit by hand: posts/new.md',
      'Author starts',
    ])
    expect(author.git('show', 'HEAD^:posts/a.md')).toBe('staged\n')
    expect(faultsOf(author)).toBe('')
  })

  it('is the write itself when both made the same', async () => {
    const author = makeRepository()
    const repository = await author.open()
    author.put('posts/a.md', 'same\n')
    expect((await repository.write(putting('posts/a.md', 'same\n', 'Update'))).commit).toMatch(/^/)
    expect(subjects(author)).toEqual(['Update', 'Author starts'])
    expect(faultsOf(author)).toBe('')
  })

  it('that removed a file is told as such', async () => {
    const author = makeRepository()
    const repository = await author.open()
    rmSync(join(author.folder, 'posts/a.md'))
    await repository.write(putting('posts/a.md', 'again\n', 'Create'))
    expect(subjects(author)).toEqual(['Create', 'Delete by hand: posts/a.md', 'Author starts'])
    expect(faultsOf(author)).toBe('')
  })
})

describe('while git is at work', () => {
  it('a foreign index.lock is waited for, then refused, and never removed', async () => {
    const author = makeRepository()
    const repository = await author.open({ lockWaitMs: 300 })
    const lock = join(author.folder, '.git/index.lock')
    writeFileSync(lock, '')
    expect(await repository.isIndexLocked()).toBe(true)
    await expect(repository.write(putting('posts/a.md', 'A2\n'))).rejects.toMatchObject(
      refusal('repository_locked'),
    )
    expect(author.text('posts/a.md')).toBe('A\n')
    await until(() => repository.state().state === 'repository_locked')
    const waiting = repository.write(putting('posts/a.md', 'A3\n'))
    rmSync(lock)
    await waiting
    await until(() => repository.state().state === 'ok')
    expect(await repository.isIndexLocked()).toBe(false)
    expect(faultsOf(author)).toBe('')
  })

  it.each<[string, (author: Fixture) => void, (author: Fixture) => void]>([
    [
      'merge',
      ({ git }) => expect(() => git('merge', 'other')).toThrow(),
      ({ git }) => git('merge', '--abort'),
    ],
    [
      'rebase',
      ({ git }) => expect(() => git('rebase', 'other')).toThrow(),
      ({ git }) => git('rebase', '--abort'),
    ],
    [
      'cherry-pick',
      ({ git }) => expect(() => git('cherry-pick', 'other')).toThrow(),
      ({ git }) => git('cherry-pick', '--abort'),
    ],
    [
      'revert',
      ({ git }) => expect(() => git('revert', 'HEAD^')).toThrow(),
      ({ git }) => git('revert', '--abort'),
    ],
    ['bisect', ({ git }) => git('bisect', 'start'), ({ git }) => git('bisect', 'reset')],
  ])('a %s refuses writes until it is over', async (_, begin, end) => {
    const author = makeRepository()
    author.git('checkout', '-q', '-b', 'other')
    author.put('posts/a.md', 'other\n')
    author.git('commit', '-qam', 'Other')
    author.git('checkout', '-q', 'main')
    for (const text of ['main\n', 'main again\n']) {
      author.put('posts/a.md', text)
      author.git('commit', '-qam', text.trim())
    }
    const repository = await author.open()
    let changes = 0
    repository.onChange(() => {
      changes += 1
    })
    begin(author)
    await expect(repository.write(putting('posts/b.md', 'B\n'))).rejects.toMatchObject(
      refusal('repository_busy'),
    )
    expect(repository.state().message).toMatch(/is under way/)
    end(author)
    await until(() => repository.state().state === 'ok')
    expect(changes).toBeGreaterThan(1)
    await repository.write(putting('posts/b.md', 'B\n'))
    expect(faultsOf(author)).toBe('')
  })

  it('another branch or a detached HEAD refuses writes until the first is back', async () => {
    const author = makeRepository()
    const repository = await author.open()
    for (const elsewhere of [['-b', 'other'], ['--detach']]) {
      author.git('checkout', '-q', ...elsewhere)
      await expect(repository.write(putting('posts/b.md', 'B\n'))).rejects.toMatchObject(
        refusal('wrong_branch'),
      )
      await until(() => repository.state().state === 'wrong_branch')
      author.git('checkout', '-q', 'main')
      await until(() => repository.state().state === 'ok')
    }
    await repository.write(putting('posts/b.md', 'B\n'))
    expect(faultsOf(author)).toBe('')
  })

  it('a short switch of branches is waited for', async () => {
    const author = makeRepository()
    const repository = await author.open({ busyWaitMs: 2_000 })
    author.git('checkout', '-q', '-b', 'other')
    const waiting = repository.write(putting('posts/b.md', 'B\n'))
    author.git('checkout', '-q', 'main')
    const { commit } = await waiting
    expect(author.git('rev-parse', 'main').trim()).toBe(commit)
  })

  it('a commit of the author that comes first has the write made again on top', async () => {
    const author = makeRepository()
    const repository = await author.open()
    let runs = 0
    await repository.write(async () => {
      runs += 1
      if (runs === 1) author.git('commit', '-q', '--allow-empty', '-m', 'In between')
      return putting('posts/b.md', 'B\n', 'Write')()
    })
    expect(runs).toBe(2)
    expect(subjects(author)).toEqual(['Write', 'In between', 'Author starts'])
    expect(faultsOf(author)).toBe('')
  })

  it('an edit of the same file that comes first is seen by the planner', async () => {
    const author = makeRepository()
    const repository = await author.open()
    const seen: string[] = []
    await repository.write(async (tree) => {
      seen.push((await tree.read('posts/a.md'))?.bytes.toString() ?? '')
      if (seen.length === 1) author.put('posts/a.md', 'edited meanwhile\n')
      return putting('posts/a.md', `${seen.at(-1)}and more\n`, 'Write')()
    })
    expect(seen).toEqual(['A\n', 'edited meanwhile\n'])
    expect(author.text('posts/a.md')).toBe('edited meanwhile\nand more\n')
  })

  it('an edit of the same file in the last moment stays, uncommitted', async () => {
    const author = makeRepository()
    const repository = await author.open({
      faults(step) {
        if (step === 'git update-ref') author.put('posts/a.md', 'in the last moment\n')
      },
    })
    const { commit } = await repository.write(putting('posts/a.md', 'by admin\n'))
    expect(author.git('rev-parse', 'HEAD').trim()).toBe(commit)
    expect(author.git('show', 'HEAD:posts/a.md')).toBe('by admin\n')
    expect(author.text('posts/a.md')).toBe('in the last moment\n')
    expect(author.git('status', '--porcelain')).toBe(' M posts/a.md\n')
  })

  it('a push into the repository is built upon', async () => {
    const author = fixtureIn(makeFolder())
    author.put('posts/a.md', 'A\n')
    const repository = await author.open()
    const clone = fixtureIn(makeFolder())
    clone.git('clone', '-q', author.folder, '.')
    clone.put('posts/b.md', 'B\n')
    clone.git('add', '-A')
    clone.git('commit', '-qm', 'Pushed')
    clone.git('push', '-q', 'origin', 'main')
    await repository.write(putting('posts/b.md', 'B2\n', 'Write'))
    expect(subjects(author)).toEqual(['Write', 'Pushed', 'Start content'])
    expect(faultsOf(author)).toBe('')
  })

  it('packing and pruning beside changes nothing', async () => {
    const author = makeRepository()
    const repository = await author.open()
    for (let n = 0; n < 6; n += 1) {
      await repository.write(putting('posts/a.md', `${n % 2}\n`))
      if (n % 2 === 0) author.git('gc', '-q', '--prune=now')
    }
    author.git('pack-refs', '--all')
    await repository.write(putting('posts/a.md', 'last\n'))
    expect(author.git('rev-list', '--count', 'HEAD').trim()).toBe('8')
    expect(faultsOf(author)).toBe('')
  })
})

describe('where the repository is unusual', () => {
  it('hooks, signing, line endings and a missing identity change nothing', async () => {
    const author = makeRepository()
    for (const hook of ['pre-commit', 'commit-msg', 'reference-transaction', 'post-index-change']) {
      mkdirSync(join(author.folder, '.git/hooks'), { recursive: true })
      writeFileSync(join(author.folder, '.git/hooks', hook), '#!/bin/sh\nexit 1\n')
      chmodSync(join(author.folder, '.git/hooks', hook), 0o755)
    }
    author.git('config', 'commit.gpgsign', 'true')
    author.git('config', 'gpg.program', '/nonexistent')
    author.git('config', 'core.autocrlf', 'true')
    author.git('config', 'user.useConfigOnly', 'true')
    const repository = await author.open({ identity: {} })
    await repository.write(putting('posts/b.md', 'B\nlines\n'))
    expect(author.git('log', '-1', '--format=%an <%ae>').trim()).toBe(
      'G.A.P. admin <admin@localhost>',
    )
    expect(author.git('cat-file', 'blob', 'HEAD:posts/b.md')).toBe('B\nlines\n')
    expect(faultsOf(author)).toBe('')
  })

  it('a file that git checked out with CRLF is no hand edit', async () => {
    const author = makeRepository()
    author.git('config', 'core.autocrlf', 'true')
    rmSync(join(author.folder, 'posts/a.md'))
    author.git('checkout', '--', 'posts/a.md')
    expect(author.text('posts/a.md')).toBe('A\r\n')
    const repository = await author.open()
    await repository.write(putting('posts/a.md', 'A2\n', 'Update'))
    expect(subjects(author)).toEqual(['Update', 'Author starts'])
    expect(faultsOf(author)).toBe('')
  })

  it("takes git's own identity when none is given", async () => {
    const author = makeRepository()
    author.git('config', 'user.name', 'Git Name')
    author.git('config', 'user.email', 'git@example.org')
    const repository = await author.open({ identity: {} })
    await repository.write(putting('posts/b.md', 'B\n'))
    expect(author.git('log', '-1', '--format=%an <%ae>').trim()).toBe('Git Name <git@example.org>')
  })

  it('a content folder inside a larger repository changes nothing beside it', async () => {
    const author = makeRepository({ 'readme.md': 'R', 'site/content/posts/a.md': 'A\n' })
    author.put('readme.md', 'dirty')
    const inner = fixtureIn(author.folder, join(author.folder, 'site/content'))
    const repository = await inner.open()
    const { commit } = await repository.write(putting('posts/b.md', 'B\n'))
    expect(author.git('show', '--name-only', '--format=', 'HEAD').trim()).toBe(
      'site/content/posts/b.md',
    )
    expect(author.git('status', '--porcelain')).toBe(' M readme.md\n')
    const [newest] = await repository.history({ paths: ['posts/b.md'] })
    expect(newest).toMatchObject({ commit, files: ['posts/b.md'] })
    expect(await repository.history({})).toHaveLength(2)
    author.git('commit', '-qam', 'Beside the content')
    expect(await repository.history({})).toHaveLength(2)
  })

  it('a folder that the repository around it ignores gets its own', async () => {
    const outer = makeRepository({ '.gitignore': '/data\n' })
    mkdirSync(join(outer.folder, 'data'))
    const inner = fixtureIn(join(outer.folder, 'data'))
    inner.put('posts/a.md', 'A')
    await inner.open()
    expect(inner.git('log', '--format=%s').trim()).toBe('Start content')
    expect(subjects(outer)).toEqual(['Author starts'])
  })

  it('a linked work tree and a submodule are written like any other', async () => {
    const author = makeRepository()
    const linked = fixtureIn(join(makeFolder(), 'linked'))
    author.git('worktree', 'add', '-q', '-b', 'site', linked.folder)
    const outer = makeRepository({ 'readme.md': 'R' })
    outer.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', author.folder, 'sub')
    for (const fixture of [linked, fixtureIn(join(outer.folder, 'sub'))]) {
      const repository = await fixture.open()
      const { commit } = await repository.write(putting('posts/b.md', 'B\n'))
      expect(fixture.git('rev-parse', 'HEAD').trim()).toBe(commit)
      expect(faultsOf(fixture)).toBe('')
      fixture.put('posts/c.md', 'C\n')
      fixture.git('add', '-A')
      fixture.git('commit', '-qm', 'By hand')
      await until(async () => (await repository.head()) !== commit)
    }
    expect(author.git('rev-parse', 'main')).not.toBe(linked.git('rev-parse', 'HEAD'))
  })

  it('a bare repository is refused in words', async () => {
    const bare = fixtureIn(makeFolder())
    execFileSync('git', ['init', '-q', '--bare', '.'], { cwd: bare.folder, env: testEnv })
    await expect(bare.open()).rejects.toThrow(/bare git repository/)
  })

  it('SHA-256, two volumes, no git or a broken repository is read-only', async () => {
    const sha256 = fixtureIn(makeFolder())
    sha256.git('init', '-q', '--object-format=sha256')
    const broken = makeRepository()
    writeFileSync(join(broken.folder, '.git/config'), '[broken')
    const elsewhere = fixtureIn(makeFolder())
    const otherVolume = mkdtempSync('/dev/shm/gap-git-')
    elsewhere.git('init', '-q', '--separate-git-dir', join(otherVolume, 'git'))
    const noGit = await makeRepository().open({ env: { PATH: '/nonexistent' } })
    const blocked = makeRepository()
    writeFileSync(join(blocked.folder, '.git/gap'), '')
    const withFile = await blocked.open()
    expect(await withFile.head()).toMatch(/^[0-9a-f]{40}$/)
    const onTwoVolumes = await elsewhere.open()
    const others = [await sha256.open(), await broken.open(), onTwoVolumes]
    for (const repository of [noGit, withFile, ...others]) {
      expect(repository.state().state).toBe('read_only')
      expect(repository.state().message).toMatch(/^[A-Z].*\.$/)
      await expect(repository.write(putting('posts/b.md', 'B'))).rejects.toMatchObject(
        refusal('read_only'),
      )
    }
    await onTwoVolumes.close()
    rmSync(otherVolume, { recursive: true })
  })

  it('a second server on the same repository is refused, a dead one replaced', async () => {
    const author = makeRepository()
    const first = await author.open()
    await expect(author.open()).rejects.toThrow(/Another server \(process \d+\)/)
    await first.close()
    const lock = join(author.folder, '.git/gap/server.lock')
    for (const holder of ['', '{"pid":1,"startTime":"0","bootId":"other"}']) {
      writeFileSync(lock, holder)
      const next = await author.open()
      await next.close()
    }
  })
})
