/** Settings and surroundings of a repository that change no result. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { silentLog } from '../../log.ts'
import {
  type Fixture,
  faultsOf,
  fixtureIn,
  makeFolder,
  makeRepository,
  until,
} from '../../test/git-fixture.ts'

const configure = ({ git }: Fixture, ...settings: string[]) => {
  for (const setting of settings) git('config', ...setting.split('='))
}
const identityOf = ({ git }: Fixture) => git('log', '-1', '--format=%an <%ae>').trim()

it("hooks, signing and line endings change nothing, and git's own identity is taken where there is one", async () => {
  const author = makeRepository()
  for (const hook of ['pre-commit', 'commit-msg', 'reference-transaction', 'post-index-change']) {
    author.put(`.git/hooks/${hook}`, '#!/bin/sh\nexit 1\n')
    chmodSync(join(author.folder, '.git/hooks', hook), 0o755)
  }
  configure(author, 'commit.gpgsign=true', 'gpg.program=/nonexistent', 'core.autocrlf=true')
  configure(author, 'user.useConfigOnly=true')
  const repository = await author.open({ identity: {} })
  await repository.save('posts/b.md', 'B\nlines\n')
  expect(identityOf(author)).toBe('G.A.P. admin <admin@localhost>')
  expect(author.git('cat-file', 'blob', 'HEAD:posts/b.md')).toBe('B\nlines\n')
  await repository.close()
  configure(author, 'user.name=Git Name', 'user.email=git@example.org')
  await (await author.open({ identity: {} })).save('posts/b.md', 'B\n')
  expect(identityOf(author)).toBe('Git Name <git@example.org>')
  expect(faultsOf(author)).toBe('')
})

/** Stands for gpg: signs whatever it is given, and has something to say. */
const GPG = `#!/bin/sh
cat >/dev/null
printf '\\n[GNUPG:] SIG_CREATED \\n' >&2
printf '%s\\n' '-----BEGIN PGP SIGNATURE-----' x '-----END PGP SIGNATURE-----'
`

it('what the author set for reading the log changes nothing', async () => {
  const author = makeRepository({ 'posts/a.md': 'A text of some length.\n'.repeat(5) })
  const program = join(makeFolder(), 'gpg')
  writeFileSync(program, GPG, { mode: 0o755 })
  configure(author, `gpg.program=${program}`)
  author.git('commit', '--amend', '-qS', '--no-edit')
  author.git('mv', 'posts/a.md', 'posts/b.md')
  author.git('commit', '-qm', 'Rename')
  author.git('checkout', '-qb', 'other')
  author.commitFiles({ 'posts/other.md': 'Other\n' })
  author.git('checkout', '-q', 'main')
  author.git('merge', '-q', '--no-ff', '-m', 'Merge', 'other')
  const repository = await author.open()
  const head = author.head()
  const { history } = repository.parts()
  const told = async () => [
    await history.list(['posts/b.md']),
    await history.show(head),
    await history.newCommits(['posts'], { since: null, to: head }),
  ]
  const usual = await told()
  for (const setting of ['follow=true', 'diffMerges=off', 'showRoot=false', 'showSignature=true']) {
    configure(author, `log.${setting}`, 'color.ui=always')
    expect(await told(), setting).toEqual(usual)
  }
})

it('a content folder inside a larger repository changes nothing beside it', async () => {
  const author = makeRepository({ 'readme.md': 'R', 'site/content/posts/a.md': 'A\n' })
  author.put('readme.md', 'dirty')
  const inner = fixtureIn(author.folder, join(author.folder, 'site/content'))
  const repository = await inner.open()
  const { commit } = await repository.save('posts/b.md', 'B\n')
  const made = author.git('show', '--name-only', '--format=', 'HEAD')
  expect(made).toBe('site/content/posts/b.md\n')
  expect(author.git('status', '--porcelain')).toBe(' M readme.md\n')
  const { history } = repository.parts()
  const [listed] = await history.list(['posts/b.md'])
  expect(listed).toMatchObject({ commit, changes: [{ path: 'posts/b.md' }] })
  author.git('commit', '-qam', 'Beside the content')
  expect(await history.list()).toHaveLength(2)
})

it('a folder that the repository around it ignores gets its own', async () => {
  const outer = makeRepository({ '.gitignore': '/data\n' })
  mkdirSync(join(outer.folder, 'data'))
  const inner = fixtureIn(join(outer.folder, 'data'))
  inner.put('posts/a.md', 'A')
  await inner.open()
  expect(inner.git('log', '--format=%s').trim()).toBe('Start content')
  expect(outer.subjects()).toEqual(['Author starts'])
})

it.each([
  ['of a larger repository', 'bare = false\n\tworktree = .'],
  ['of a larger repository', 'bare = true'],
  ['in no repository', 'bare = false\n\tworktree = .'],
])('content %s that looks like a bare repository (%s) is files', async (where, settings) => {
  const mark = join(makeFolder(), 'mark')
  const outer = where === 'in no repository' ? fixtureIn(makeFolder()) : makeRepository()
  const content = fixtureIn(join(outer.folder, 'content'))
  const filter = `[filter "x"]\n\tclean = "touch ${mark}; cat"\n`
  content.put('config', `[core]\n\trepositoryformatversion = 0\n\t${settings}\n${filter}`)
  content.put('HEAD', 'ref: refs/heads/main\n')
  content.put('.gitattributes', '*.md filter=x\n')
  for (const path of ['objects/a.md', 'refs/a.md', 'posts/a.md']) content.put(path, 'A\n')
  const repository = await content.open()
  const { commit } = await repository.save('posts/b.md', 'B\n')
  const owner = where === 'in no repository' ? content : outer
  const place = ['--git-dir', join(owner.folder, '.git'), '--work-tree', owner.folder]
  expect(outer.git(...place, 'rev-parse', 'HEAD').trim()).toBe(commit)
  expect(outer.git(...place, 'show', '--format=', '--name-only')).toMatch(/posts\/b\.md\n$/)
  expect(existsSync(mark)).toBe(false)
})

it('of servers that start at once in a folder without a repository one goes on', async () => {
  const content = fixtureIn(makeFolder())
  content.put('posts/a.md', 'A\n')
  const starts = await Promise.allSettled(Array.from({ length: 4 }, () => content.open()))
  const refusals = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []))
  expect(refusals.map(({ name }) => name)).toEqual(Array(3).fill('SecondServerError'))
  expect(content.subjects()).toEqual(['Start content'])
  expect(faultsOf(content)).toBe('')
  expect(readdirSync(content.folder)).toEqual(['.git', 'posts'])
})

it('a linked work tree and a submodule are written like any other', async () => {
  const author = makeRepository()
  const linked = fixtureIn(join(makeFolder(), 'linked'))
  author.git('worktree', 'add', '-q', '-b', 'site', linked.folder)
  const outer = makeRepository({ 'readme.md': 'R' })
  outer.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', author.folder, 'sub')
  for (const fixture of [linked, fixtureIn(join(outer.folder, 'sub'))]) {
    const repository = await fixture.open()
    const { commit } = await repository.save('posts/b.md', 'B\n')
    expect(fixture.head()).toBe(commit)
    expect(faultsOf(fixture)).toBe('')
    fixture.commitFiles({ 'posts/c.md': 'C\n' })
    await until(async () => (await repository.head()) !== commit)
  }
  expect(author.git('rev-parse', 'main')).not.toBe(linked.git('rev-parse', 'HEAD'))
})

it('what a save makes in a shared repository can be written by the group', async () => {
  const author = makeRepository()
  configure(author, 'core.sharedRepository=group')
  // The first commit is older than the setting, and a new object may fall into one of its folders.
  execFileSync('chmod', ['-R', 'g+w', join(author.folder, '.git/objects')])
  const repository = await author.open()
  const { commit } = await repository.save('posts/b.md', 'B\n')
  for (const name of [`${commit}`, 'HEAD^{tree}', 'HEAD:posts', 'HEAD:posts/b.md']) {
    const folder = author.git('rev-parse', name).slice(0, 2)
    const { mode } = statSync(join(author.folder, '.git/objects', folder))
    expect(mode & 0o070, name).toBe(0o070)
  }
  // The author's own objects, which belong to another user there, are made again by a save.
  await repository.save('posts/b.md', null)
  expect(faultsOf(author)).toBe('')
})

it('a sparse checkout is refused with the way out of it', async () => {
  const author = makeRepository({ 'posts/a.md': 'A\n', 'other/b.md': 'B\n' })
  author.git('sparse-checkout', 'set', 'posts')
  const repository = await author.open()
  const message = expect.stringContaining('Bring all of it in with git sparse-checkout disable')
  await expect(async () => repository.save('posts/a.md', 'A2\n')).rejects.toMatchObject({
    ...{ code: 'read_only', statusCode: 503, message },
  })
  expect(author.text('posts/a.md')).toBe('A\n')
})

// Only root may give a folder away.
const asRoot = it.runIf(process.getuid?.() === 0)
asRoot('a folder of another owner is written, one in it is not', async () => {
  const author = makeRepository()
  execFileSync('chown', ['-R', '1234', author.folder])
  expect(() => author.head()).toThrow('dubious ownership')
  const repository = await author.open()
  const { commit } = await repository.save('posts/b.md', 'B\n')
  await repository.close()
  expect(author.git('-c', 'safe.directory=*', 'rev-parse', 'HEAD').trim()).toBe(commit)
  const outer = makeRepository({ 'content/posts/a.md': 'A\n' })
  execFileSync('chown', ['-R', '1234', join(outer.folder, '.git')])
  const inner = fixtureIn(join(outer.folder, 'content'))
  const message = expect.stringContaining('belongs to another user of this machine')
  expect((await inner.open()).state()).toMatchObject({ state: 'read_only', message })
})

it('a bare repository is refused; SHA-256, two volumes, no git or a broken repository is read-only', async () => {
  const bare = fixtureIn(makeFolder())
  bare.git('init', '-q', '--bare')
  await expect(bare.open()).rejects.toThrow(/bare git repository/)
  const sha256 = fixtureIn(makeFolder())
  sha256.git('init', '-q', '--object-format=sha256')
  const broken = makeRepository()
  broken.put('.git/config', '[broken')
  const elsewhere = fixtureIn(makeFolder())
  const otherVolume = mkdtempSync(`${tmpdir() === '/dev/shm' ? '/tmp' : '/dev/shm'}/gap-git-`)
  elsewhere.git('init', '-q', '--separate-git-dir', join(otherVolume, 'git'))
  const noGit = await makeRepository().open({ env: { PATH: '/nonexistent' } })
  const blocked = makeRepository()
  blocked.put('.git/gap', '')
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (...said: unknown[]) => void warnings.push(said.at(-1)) }
  const withFile = await blocked.open({ log })
  expect(await withFile.head()).toMatch(/^[0-9a-f]{40}$/)
  expect(warnings).toEqual([withFile.state().message])
  const onTwoVolumes = await elsewhere.open()
  const others = [await sha256.open(), await broken.open(), onTwoVolumes]
  for (const repository of [noGit, withFile, ...others]) {
    const message = expect.stringMatching(/^[A-Z].*\.$/)
    expect(repository.state()).toMatchObject({ state: 'read_only', message })
    const save = async () => repository.save('posts/b.md', 'B')
    await expect(save()).rejects.toMatchObject({ code: 'read_only', statusCode: 503 })
  }
  await onTwoVolumes.close()
  rmSync(otherVolume, { recursive: true })
})

it('a path with a line break is read-only, and nothing is made beside it', async () => {
  const above = makeFolder()
  const author = fixtureIn(join(above, 'two\nlines'))
  mkdirSync(author.folder)
  author.git('init', '-q', '-b', 'main')
  const outer = makeRepository({ 'two\nlines/posts/a.md': 'A\n' })
  const inner = fixtureIn(outer.folder, join(outer.folder, 'two\nlines'))
  for (const fixture of [author, inner]) {
    const message = 'Git cannot read the repository of the content folder.'
    expect((await fixture.open()).state()).toEqual({ state: 'read_only', message })
  }
  expect(readdirSync(above)).toEqual(['two\nlines'])
})
