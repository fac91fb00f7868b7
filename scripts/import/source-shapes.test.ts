/** Shapes of real sites that an import has to know, beside those of the six sites. */
import { symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fixtureIn, makeFolder, makeRepository } from '../../server/test/git-fixture.ts'
import { folderWith, importing } from '../test/importing.ts'

const post = (more = '', text = 'Text\n') =>
  `---\ntitle: A title\ndate: 2020-05-06\n${more}---\n${text}`

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
  const outside = folderWith({ 'secret.md': post('', 'Secret\n') })
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
