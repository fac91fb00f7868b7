/** What an import reads and writes, and what it says, beside the six sites. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fixtureIn, makeFolder, makeRepository } from '../../server/test/git-fixture.ts'
import { movingGif, picture, png } from '../../server/test/images.ts'
import { contentRepository, folderWith, importing } from '../test/importing.ts'

const post = (text = 'Text\n', more = '') => `---\ntitle: A\ndate: 2020-01-02\n${more}---\n${text}`

it('an import is one commit of its files alone, with a trailer; again it makes none', async () => {
  const site = contentRepository({ 'posts/a.md': 'A\n', 'posts/old/mine.md': 'Mine\n' })
  site.put('posts/a.md', 'being edited\n')
  site.put('posts/staged.md', 'staged\n')
  site.git('add', 'posts/staged.md')
  const source = folderWith({
    'a/same.md': post(),
    'b/same.md': post(),
    'mine.md': post('Other\n'),
    '!!!.md': post('Signs\n'),
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

it('an import of an export that is named itself says what has no text, and dry writes nothing', async () => {
  const edited = ['lexical', 'mobiledoc'].map((editor) => ({ slug: editor, [editor]: '{}' }))
  const posts = [{ slug: 'a', title: 'A', html: '<p>Text</p>' }, ...edited]
  const folder = folderWith({ 'a.json': JSON.stringify({ data: { posts } }) })
  const { site, lines } = await importing(join(folder, 'a.json'), { isDryRun: true })
  expect(lines.at(-1)).toBe('Would import 3 posts from Ghost.')
  for (const { slug } of edited) {
    expect(lines.find((line) => line.startsWith(`${slug}: `))).toContain('left: no text: ')
  }
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

it('what stands in a repository for those who work on it is no post', async () => {
  const names = 'CLAUDE agents CONTRIBUTING LICENSE SECURITY CODE_OF_CONDUCT CHANGELOG a/README'
  const paths = names.split(' ').map((name) => `${name}.md`)
  const files = Object.fromEntries(paths.map((path) => [path, 'Words\n']))
  const { lines, isDone } = await importing(files)
  for (const path of paths) expect(lines).toContain(`${path}: skipped: It is no post.`)
  expect(isDone).toBe(false)
  const others = await importing({ 'blog/agents.md': post(), 'blog/security.md': post() })
  expect(others.isDone).toBe(true)
})

it('a link to a text or a folder is named and not followed', async () => {
  const outside = folderWith({ 'secret.md': post('Secret\n') })
  const source = folderWith({ 'a/here.md': post() })
  symlinkSync(join(outside, 'secret.md'), join(source, 'a/link.md'))
  symlinkSync(outside, join(source, 'folder'))
  symlinkSync('/nowhere', join(source, 'picture.png'))
  const { site, lines } = await importing(source)
  const reason = 'skipped: It is a link to another place, which is not followed.'
  expect(lines).toContain(`a/link.md: ${reason}`)
  expect(lines).toContain(`folder: ${reason}`)
  expect(lines[0]).toBe('4 files read: 1 post, 3 skipped.')
  expect(site.git('ls-files', 'posts').trim()).toBe('posts/2020/here.md')
})

it('a comment in a shell block is no title', async () => {
  const { lines } = await importing({ 'a/x.md': '```sh\n# install\n```\n\nText\n' })
  expect(lines).toContainEqual(expect.stringContaining('imported as posts/'))
  expect(lines.join()).toContain('(short, draft, 0 tags)')
})

const text = (more = '') => `---\ntitle: A\n${more}---\nText\n`

it('a post without a date has that of its permalink, its folders or its lastmod', async () => {
  const { site } = await importing({
    'a/address.md': text('permalink: /2019/03/04/x/\n'),
    '2019/03/05/folders.md': text('lastmod: 2021-01-01\n'),
    'a/2019-03-06-folder/index.md': text(),
    'a/lastmod.md': text('lastmod: 2019-03-07\n'),
  })
  const found = site.git('grep', '-h', '-e', '^date: ', '-e', '^draft', 'HEAD', '--', 'posts')
  const days = ['04', '05', '06', '07'].map((day) => `date: 2019-03-${day}`)
  expect(found.trim().split('\n').toSorted()).toEqual(days)
})

it('a post without a date has that of the first commit of its file, before lastmod', async () => {
  const source = makeRepository({ 'a/old.md': text('lastmod: 2022-01-01\n') })
  const day = source.git('log', '-1', '--format=%aI').trim().slice(0, 10)
  source.git('mv', 'a/old.md', 'a/new.md')
  source.git('commit', '-q', '--date=2001-01-01T00:00:00+00:00', '-m', 'Author renames')
  const { site, lines } = await importing(source.folder)
  expect(site.text(`posts/${day.slice(0, 4)}/new.md`)).toContain(`\ndate: ${day}T`)
  expect(lines.at(-2)).toContain('a date from elsewhere: that of the first commit of its file')
})

it('a post without a date has none from a shallow clone', async () => {
  const source = makeRepository({ 'a/x.md': text() })
  source.git('commit', '-q', '--allow-empty', '-m', 'Author goes on')
  const clone = fixtureIn(makeFolder())
  clone.git('clone', '-q', '--depth=1', `file://${source.folder}`, '.')
  const { lines } = await importing(clone.folder)
  expect(lines.at(-2)).toContain('no date is known: it has that of its file')
})

it('a post without a date is a draft otherwise, or has the time of its file if asked', async () => {
  const source = folderWith({ 'a/x.md': text() })
  utimesSync(join(source, 'a/x.md'), 1_500_000_000, 1_500_000_000)
  const { site, lines } = await importing(source)
  expect(site.text('posts/2017/x.md')).toContain('\ndraft: true\n')
  expect(lines).toContain(
    'A post whose date is not known comes as a draft; --undated publish publishes it.',
  )
  const asked = await importing(source, { publishesUndated: true })
  expect(asked.site.text('posts/2017/x.md')).toContain('\ndate: 2017-07-14T04:40:00+02:00\n')
  expect(asked.site.text('posts/2017/x.md')).not.toContain('draft')
})

it('a picture has its size as shown, is one file for two posts and is written once', async () => {
  const turned = picture({ width: 40, height: 20 }).withMetadata({ orientation: 6 }).jpeg()
  const folder = folderWith({
    'a.md': post('![A](photo.jpeg) ![B](move.gif)'),
    'b.md': post('![B](./photo.jpeg)'),
    'photo.jpeg': await turned.toBuffer(),
    'move.gif': await movingGif({ width: 9, height: 9 }),
  })
  const { site } = await importing(folder)
  const media = site.git('ls-files', 'media').trim().split('\n')
  expect(media.map((path) => path.replace(/-[0-9a-f]{12}\./, '-#.'))).toEqual([
    'media/2020/move-9x9-#.gif',
    'media/2020/photo-20x40-#.jpg',
  ])
  expect(site.text('posts/2020/b.md')).toContain(`\n![B](/${media[1]})\n`)
  const head = site.git('rev-parse', 'HEAD')
  const { lines } = await importing(folder, {}, site)
  expect(lines.at(-1)).toBe('Imported 0 posts from markdown files.')
  expect(site.git('rev-parse', 'HEAD')).toBe(head)
})

it('a picture of another site at the head of a post stays one of that site', async () => {
  const cover = 'cover: {image: "https://x.org/a?b=c", alt: A}\n'
  const { site, lines } = await importing({ 'a.md': post('Text', cover) })
  expect(site.text('posts/2020/a.md')).toContain('\n![A](https://x.org/a?b=c)\n\nText\n')
  expect(lines.at(-2)).not.toContain('left:')
})

it('pictures that do not come along are named with the reason, and their references stay', async () => {
  const outside = folderWith({ 'secret.png': await png({ width: 3, height: 2 }) })
  const text = [
    ...['![](a.svg)', '![](big.png)', '![](fake.png)', '![](gone.png)', '![](link.png)'],
    ...['![](../../../../../../../../etc/hosts.png)', '![](folder.png)'],
    ...['![](https://example.org/x.png)'],
  ].join('\n')
  const folder = folderWith({
    'posts/loaf.md': post(text, 'cover: /cover.png\n'),
    'posts/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'posts/big.png': Buffer.alloc(10_485_761),
    'posts/fake.png': '<html>',
    'posts/folder.png/x': '',
  })
  symlinkSync(join(outside, 'secret.png'), join(folder, 'posts/link.png'))
  const { site, lines } = await importing(folder)
  expect(lines.at(-2)).toBe(
    'posts/loaf.md: imported as posts/2020/loaf.md (essay, 0 tags); left: a file that is not copied: /cover.png (it is not there, or no image); ' +
      'a file that is not copied: a.svg (SVG can hold scripts and is not served); ' +
      'a file that is not copied: big.png (larger than 10 MiB); ' +
      'a file that is not copied: fake.png (it cannot be read as an image); ' +
      'a file that is not copied: gone.png (it is not there, or no image); a file that is not copied: link.png (it is not there, or no image); ' +
      'a file that is not copied: ../../../../../../../../etc/hosts.png (it is not there, or no image); ' +
      'a file that is not copied: folder.png (it is not there, or no image)',
  )
  expect(site.text('posts/2020/loaf.md')).toContain(text)
  expect(site.git('ls-files', 'media')).toBe('')
})
