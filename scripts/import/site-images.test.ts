/** Pictures of each program's site, from where it keeps them to the content folder. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeFolder } from '../../server/test/git-fixture.ts'
import { movingGif, picture, png } from '../../server/test/images.ts'
import { contentRepository } from '../test/content-repository.ts'
import { importContent } from './import-content.ts'

let image: Buffer
let other: Buffer
beforeAll(async () => {
  image = await png({ width: 30, height: 20 })
  other = await picture({ width: 40, height: 20 })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
})

type Files = Record<string, string | Buffer>

function folderWith(files: Files): string {
  const folder = makeFolder()
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return folder
}

async function importing(from: string, contentDir: string, more = {}) {
  const lines: string[] = []
  const print = (line: string) => lines.push(line.replace(/-[0-9a-f]{12}\./g, '-#.'))
  const options = {
    from,
    kind: null,
    contentDir,
    timeZone: 'Europe/Berlin',
    isDryRun: false,
    print,
  }
  await importContent({ ...options, ...more })
  return lines
}

const front = (more = '') => `---\ntitle: Loaf\ndate: 2021-05-06\n${more}---\n`

describe('a picture of a site', () => {
  it.each<[string, () => Files, string]>([
    [
      'made by Jekyll, by the path of the whole site',
      () => ({
        '_config.yml': 'baseurl: /blog\n',
        '_posts/2021-05-06-loaf.md': `${front()}![A](/blog/assets/loaf.png)`,
        'assets/loaf.png': image,
      }),
      '![A](/media/2021/loaf-30x20-#.png)',
    ],
    [
      'made by Hugo, in static/',
      () => ({
        'hugo.toml': '',
        'content/posts/loaf.md': `${front()}{{< figure src="/img/loaf.png" alt="A" >}}`,
        'static/img/loaf.png': image,
      }),
      '![A](/media/2021/loaf-30x20-#.png)',
    ],
    [
      'made by Hugo, in a page bundle',
      () => ({
        'hugo.toml': '',
        'content/posts/loaf/index.md': `${front()}![A](pictures/loaf.png "t")`,
        'content/posts/loaf/pictures/loaf.png': image,
      }),
      '![A](/media/2021/loaf-30x20-#.png "t")',
    ],
    [
      'made by Astro, at its head',
      () => ({
        'astro.config.mjs': '',
        'src/content/blog/loaf.md': `${front("heroImage: '../../assets/loaf.png'\nheroImageAlt: A\n")}Text`,
        'src/assets/loaf.png': image,
      }),
      '![A](/media/2021/loaf-30x20-#.png)\n\nText',
    ],
    [
      'of Obsidian, wherever it lies',
      () => ({
        '.obsidian/app.json': '{}',
        'Loaf.md': `${front()}![[My Loaf.png|A]]`,
        'deep/attachments/My Loaf.png': image,
      }),
      '![A](/media/2021/my-loaf-30x20-#.png)',
    ],
    [
      'that was turned in the hand',
      () => ({ 'loaf.md': `${front()}![A](photo.jpeg)`, 'photo.jpeg': other }),
      '![A](/media/2021/photo-20x40-#.jpg)',
    ],
  ])('%s comes along', async (_, files, text) => {
    const site = contentRepository()
    const lines = await importing(folderWith(files()), site.folder)
    const [, body = ''] = site.text('posts/2021/loaf.md').split(/^---\n(?:.*\n)*?---\n\n/m)
    expect(body.replace(/-[0-9a-f]{12}\./g, '-#.').trim()).toBe(text)
    const media = site.git('ls-files', 'media').trim()
    expect(body).toContain(`/${media}`)
    expect(lines.join('\n')).toContain(`; images: ${media.replace(/-[0-9a-f]{12}\./, '-#.')}`)
    expect(lines.join('\n')).not.toContain('left: the image')
    expect(lines.at(-1)).toMatch(/^Imported 1 post and 1 image from /)
    expect(site.git('show', '--name-only', '--format=', 'HEAD').trim().split('\n')).toEqual([
      media,
      'posts/2021/loaf.md',
    ])
    expect(site.git('status', '--porcelain')).toBe('')
  })

  it('exported by Ghost comes along when the pictures lie beside the export', async () => {
    const post = {
      id: '1',
      slug: 'loaf',
      title: 'Loaf',
      status: 'published',
      published_at: '2021-05-06T10:00:00.000Z',
      html: '<p>Text</p><img src="__GHOST_URL__/content/images/size/w600/2021/05/crumb.gif" alt="Crumb">',
      feature_image: '__GHOST_URL__/content/images/2021/05/loaf.png',
    }
    const meta = {
      post_id: '1',
      feature_image_alt: 'The loaf',
      feature_image_caption: '<span>By <a href="https://x.org">X</a></span>',
    }
    const data = { posts: [post], posts_meta: [meta] }
    const folder = folderWith({
      'my.ghost.2021.json': JSON.stringify({ db: [{ data }] }),
      'content/images/2021/05/loaf.png': image,
      'content/images/2021/05/crumb.gif': await movingGif({ width: 9, height: 9 }),
    })
    for (const from of [folder, join(folder, 'my.ghost.2021.json')]) {
      const site = contentRepository()
      const lines = await importing(from, site.folder)
      expect(site.text('posts/2021/loaf.md').replace(/-[0-9a-f]{12}\./g, '-#.')).toContain(
        '![The loaf](/media/2021/loaf-30x20-#.png)\n\nBy [X](https://x.org)\n\nText\n\n![Crumb](/media/2021/crumb-9x9-#.gif)',
      )
      expect(lines.at(-1)).toMatch(/^Imported 1 post and 2 images from Ghost/)
    }
  })
})

it('a picture of another site at the head of a post stays one of that site', async () => {
  const cover = 'cover: {image: "https://x.org/a?b=c", alt: A}\n'
  const site = contentRepository()
  const lines = await importing(folderWith({ 'a.md': `${front(cover)}Text` }), site.folder)
  expect(site.text('posts/2021/a.md')).toContain('\n![A](https://x.org/a?b=c)\n\nText\n')
  expect(lines.at(-2)).not.toContain('left:')
})

describe('pictures that do not come along', () => {
  it('are each named with the reason, and their references stay', async () => {
    const outside = folderWith({ 'secret.png': image })
    const text = [
      ...['![](a.svg)', '![](big.png)', '![](fake.png)', '![](gone.png)', '![](link.png)'],
      ...['![](../../../../../../../../etc/hosts.png)', '![](folder.png)'],
      ...['![](https://example.org/x.png)'],
    ].join('\n')
    const folder = folderWith({
      'posts/loaf.md': `${front('cover: /cover.png\n')}${text}`,
      'posts/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'posts/big.png': Buffer.alloc(10_485_761),
      'posts/fake.png': '<html>',
      'posts/folder.png/x': '',
    })
    symlinkSync(join(outside, 'secret.png'), join(folder, 'posts/link.png'))
    const site = contentRepository()
    const lines = await importing(folder, site.folder)
    expect(lines.at(-2)).toBe(
      'posts/loaf.md: imported as posts/2021/loaf.md (essay, 0 tags); left: an image that is not there: /cover.png; ' +
        'an image that is not copied: a.svg (SVG can hold scripts and is not served); ' +
        'an image that is not copied: big.png (larger than 10 MiB); ' +
        'an image that is not copied: fake.png (it cannot be read as an image); ' +
        'an image that is not there: gone.png; an image that is not there: link.png; ' +
        'an image that is not there: ../../../../../../../../etc/hosts.png; ' +
        'an image that is not there: folder.png',
    )
    expect(site.text('posts/2021/loaf.md')).toContain(text)
    expect(site.git('ls-files', 'media')).toBe('')
  })
})

it('a picture of two posts is one file, and an import run again writes nothing', async () => {
  const folder = folderWith({
    'a.md': `${front()}![A](loaf.png)`,
    'b.md': `${front()}![B](./loaf.png)`,
    'loaf.png': image,
  })
  const site = contentRepository()
  const dry = await importing(folder, site.folder, { isDryRun: true })
  expect(dry.at(-1)).toBe('Would import 2 posts and 1 image from markdown files.')
  expect(site.git('status', '--porcelain')).toBe('')
  await importing(folder, site.folder)
  expect(site.git('ls-files', 'media').trim().split('\n').length).toBe(1)
  const head = site.git('rev-parse', 'HEAD')
  const lines = await importing(folder, site.folder)
  expect(lines.at(-1)).toBe('Imported 0 posts from markdown files.')
  expect(site.git('rev-parse', 'HEAD')).toBe(head)
})
