/** What becomes of pictures, beside those of the six sites. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { movingGif, picture, png } from '../../server/test/images.ts'
import { folderWith, importing } from '../test/importing.ts'

const post = (text: string, more = '') => `---\ntitle: Loaf\ndate: 2021-05-06\n${more}---\n${text}`

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
    'media/2021/move-9x9-#.gif',
    'media/2021/photo-20x40-#.jpg',
  ])
  expect(site.text('posts/2021/b.md')).toContain(`\n![B](/${media[1]})\n`)
  const head = site.git('rev-parse', 'HEAD')
  const { lines } = await importing(folder, {}, site)
  expect(lines.at(-1)).toBe('Imported 0 posts from markdown files.')
  expect(site.git('rev-parse', 'HEAD')).toBe(head)
})

it('a picture of another site at the head of a post stays one of that site', async () => {
  const cover = 'cover: {image: "https://x.org/a?b=c", alt: A}\n'
  const { site, lines } = await importing({ 'a.md': post('Text', cover) })
  expect(site.text('posts/2021/a.md')).toContain('\n![A](https://x.org/a?b=c)\n\nText\n')
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
    'posts/loaf.md: imported as posts/2021/loaf.md (essay, 0 tags); left: a file that is not copied: /cover.png (it is not there, or no image); ' +
      'a file that is not copied: a.svg (SVG can hold scripts and is not served); ' +
      'a file that is not copied: big.png (larger than 10 MiB); ' +
      'a file that is not copied: fake.png (it cannot be read as an image); ' +
      'a file that is not copied: gone.png (it is not there, or no image); a file that is not copied: link.png (it is not there, or no image); ' +
      'a file that is not copied: ../../../../../../../../etc/hosts.png (it is not there, or no image); ' +
      'a file that is not copied: folder.png (it is not there, or no image)',
  )
  expect(site.text('posts/2021/loaf.md')).toContain(text)
  expect(site.git('ls-files', 'media')).toBe('')
})
