/** What an import does to the content folder, and what it says, beside the six sites. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder, makeRepository } from '../../server/test/git-fixture.ts'
import { contentRepository, folderWith, importing } from '../test/importing.ts'

const post = (title = 'A', text = 'Text\n') =>
  `---\ntitle: ${title}\ndate: 2020-01-02\n---\n${text}`

it('an import is one commit of its files alone, with a trailer; again it makes none', async () => {
  const site = contentRepository({ 'posts/a.md': 'A\n', 'posts/old/mine.md': 'Mine\n' })
  site.put('posts/a.md', 'being edited\n')
  site.put('posts/staged.md', 'staged\n')
  site.git('add', 'posts/staged.md')
  const source = folderWith({
    'a/same.md': post(),
    'b/same.md': post(),
    'mine.md': post('Other'),
    '!!!.md': post('Signs'),
  })
  const first = await importing(source, {}, site)
  const head = site.git('log', '-1', '--name-only', '--format=%h%n%B')
  expect(head.split('\n').slice(1)).toEqual([
    ...['Import 3 posts from markdown files', '', 'Imported-from: markdown files', '', ''],
    ...['posts/2020/post.md', 'posts/2020/same-2.md', 'posts/2020/same.md', ''],
  ])
  expect(site.git('status', '--porcelain')).toBe(' M posts/a.md\nA  posts/staged.md\n')
  expect(site.text('posts/2020/same-2.md')).toBe(site.text('posts/2020/same.md'))
  // The id is another post's, in whatever folder that is: nothing is written over it.
  expect(first.lines).toContain('mine.md: skipped: here already: posts/old/mine.md')
  const again = await importing(source, {}, site)
  expect(again.lines).toContain('a/same.md: skipped: here already: posts/2020/same.md')
  expect(again.lines.at(-1)).toBe('Imported 0 posts from markdown files.')
  expect(again.isDone).toBe(true)
  expect(site.git('log', '-1', '--name-only', '--format=%h%n%B')).toBe(head)
})

it('an import of an export that is named itself, as a dry run, writes nothing', async () => {
  const posts = [{ slug: 'a', title: 'A', html: '<p>Text</p>' }]
  const folder = folderWith({ 'a.json': JSON.stringify({ data: { posts } }) })
  const { site, lines } = await importing(join(folder, 'a.json'), { isDryRun: true })
  expect(lines.at(-1)).toBe('Would import 1 post from Ghost.')
  expect(site.git('status', '--porcelain')).toBe('')
})

it('an import into a folder without a repository leaves the files there', async () => {
  const contentDir = join(makeFolder(), 'content')
  mkdirSync(contentDir)
  const { isDone, lines } = await importing({ 'a.md': post() }, { contentDir })
  expect(isDone).toBe(true)
  expect(lines.at(-1)).toContain('not committed: fatal: not a git repository')
  expect(readFileSync(join(contentDir, 'posts/2020/a.md'), 'utf8')).toContain('Text\n')
})

it('an import that git does not let be committed says so', async () => {
  const site = contentRepository()
  site.put('.git/index.lock', '')
  const { lines } = await importing({ 'a.md': post() }, {}, site)
  const [why, how] = lines.at(-1)?.split('\n') ?? []
  expect(why).toContain('The files are there, but not committed: ')
  expect(how).toBe(
    `By hand: git -C '${site.folder}' commit -m 'Import 1 post from markdown files' -m 'Imported-from: markdown files'`,
  )
})

it('an import runs no command that the settings of its folder name, and waits for no pipe', async () => {
  const mark = join(makeFolder(), 'mark')
  const source = makeRepository({ '_posts/n1.md': '---\ntitle: N1\n---\nwords\n' })
  source.git('mv', '_posts/n1.md', '_posts/m1.md')
  source.put('_posts/m1.md', '---\ntitle: N1\n---\nwords\nmore\n')
  source.git('commit', '-qam', 'Rename')
  // Git would ask the remote for the first version, which tells whether the file was renamed.
  const id = source.git('rev-parse', 'HEAD~1:_posts/n1.md').trim()
  rmSync(join(source.folder, '.git/objects', id.slice(0, 2), id.slice(2)))
  const settings = {
    'core.repositoryFormatVersion': '1',
    'core.sshCommand': `touch ${mark}; false`,
    'extensions.partialClone': 'origin',
    'remote.origin.url': 'ssh://h.invalid/x',
    'remote.origin.promisor': 'true',
  }
  for (const [key, value] of Object.entries(settings)) source.git('config', key, value)
  execFileSync('mkfifo', [join(source.folder, '_posts/pipe.md'), join(source.folder, 'x.json')])
  const { lines } = await importing(source.folder)
  expect(existsSync(mark)).toBe(false)
  expect(lines).toContain('_posts/pipe.md: skipped: It is no plain file.')
  expect(lines.at(-1)).toMatch(/^Imported 1 post from Jekyll/)
})
