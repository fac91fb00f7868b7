/** The images of the content folder as the admin sees them, on the whole server. */
import { describe, expect, it, vi } from 'vitest'
import type { MediaImage } from '#domain/answers/admin-answers.ts'
import { faultsOf } from './git-fixture.ts'
import { startServer } from './live-server.ts'

vi.setConfig({ testTimeout: 90_000 })

const STORED = 'media/2026/loaf-30x20-0123456789ab.webp'
const post = (body: string, more = '') =>
  `---\ntitle: A loaf\ndate: 2026-01-02\n${more}---\n${body}\n`

describe('the list of images', () => {
  it('has each with size, day and the posts that show it, drafts too', async () => {
    const server = await startServer({
      [STORED]: 'four',
      'media/My photo (1).PNG': 'x',
      'media/deep/er/a_b.jpg': 'x',
      'media/notes.txt': 'x',
      'media/.hidden.png': 'x',
      'posts/bread.md': post(`![A *loaf*](/${STORED})`),
      'posts/draft.md': post(`<img src="/${STORED}">`, 'draft: true\n'),
      'posts/mine.md': post('![](/media/My%20photo%20%281%29.PNG) ![](</media/deep/er/a\\_b.jpg>)'),
    })
    const { status, data, meta } = await server.call<MediaImage[]>('GET', '/media')
    expect([status, meta]).toEqual([200, { next_cursor: null, total: 3 }])
    const byName = new Map(data.map((image) => [image.name, image]))
    expect([...byName.keys()].sort()).toEqual(['My photo (1).PNG', 'a_b.jpg', STORED.slice(11)])
    const stored = byName.get(STORED.slice(11))
    const day = server.git('log', '-1', '--date=short', '--format=%ad').trim()
    expect(stored).toMatchObject({ path: `/${STORED}`, bytes: 4, width: 30, height: 20, day })
    expect(stored?.alt).toBe('A *loaf*')
    expect(stored?.posts.map(({ id, state }) => [id, state]).sort()).toEqual([
      ['bread', 'live'],
      ['draft', 'draft'],
    ])
    expect(byName.get('My photo (1).PNG')).toMatchObject({
      path: '/media/My%20photo%20%281%29.PNG',
      width: null,
      posts: [{ id: 'mine' }],
    })
    expect(byName.get('a_b.jpg')?.posts).toEqual([{ id: 'mine', title: 'A loaf', state: 'live' }])
    expect((await server.ask('GET', '/media')).status).toBe(401)
  })

  it('comes in parts that together are all of it', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const server = await startServer(
      Object.fromEntries(names.map((name) => [`media/${name}.png`, name])),
    )
    const seen: string[] = []
    let cursor = ''
    for (const length of [2, 2, 1]) {
      const path = `/media?limit=2${cursor && `&cursor=${cursor}`}`
      const { data, meta } = await server.call<MediaImage[]>('GET', path)
      expect(data.length).toBe(length)
      seen.push(...data.map(({ name }) => name[0] ?? ''))
      cursor = String(meta.next_cursor ?? '')
    }
    expect([seen, cursor]).toEqual([names, ''])
    for (const bad of ['limit=0', 'limit=x', 'cursor=x']) {
      expect((await server.call('GET', `/media?${bad}`)).status, bad).toBe(400)
    }
  })

  it('is empty without a media folder', async () => {
    const server = await startServer()
    expect((await server.call('GET', '/media')).data).toEqual([])
  })
})

describe('a removal', () => {
  const remove = (path: string) => `/media?path=${encodeURIComponent(path)}`

  it('of an image that no post shows is one commit, which can be undone', async () => {
    const name = 'media/My photo.PNG'
    const server = await startServer({ [name]: 'x', 'posts/a.md': post('Text.') })
    const removed = await server.call('DELETE', remove('/media/My%20photo.PNG'))
    expect([removed.status, removed.data]).toEqual([200, { path: '/media/My%20photo.PNG' }])
    expect(server.git('log', '-1', '--format=%H %s').trim()).toBe(
      `${removed.meta.commit} Remove image: My photo.PNG`,
    )
    expect(server.git('ls-files', 'media')).toBe('')
    expect((await server.call('GET', '/media')).data).toEqual([])
    const undone = await server.call('POST', `/history/${removed.meta.commit}/revert`)
    expect(undone.status).toBe(200)
    expect(server.text(name)).toBe('x')
    expect(faultsOf(server)).toBe('')
  })

  it('of an image that a text shows is refused and says which', async () => {
    const server = await startServer({
      [STORED]: 'x',
      'media/about.png': 'x',
      'media/broken.png': 'x',
      'about.md': '![](/media/about.png)\n',
      'posts/a.md': post(`![](/${STORED})`, 'draft: true\n'),
      'posts/broken.md': '---\ntitle: "open\n---\n![](/media/broken.png)\n',
    })
    const head = server.git('rev-parse', 'HEAD')
    const refused: [string, string][] = [
      [`/${STORED}`, 'The post “A loaf” shows this image'],
      ['/media/about.png', 'The about page shows this image'],
      ['/media/broken.png', 'The file posts/broken.md, which cannot be read, shows this image'],
    ]
    const { data } = await server.call<MediaImage[]>('GET', '/media')
    const files = data.map((image) => [image.path, image.files.join()])
    expect(Object.fromEntries(files)).toEqual({
      [`/${STORED}`]: '',
      '/media/about.png': 'about.md',
      '/media/broken.png': 'posts/broken.md',
    })
    for (const [path, words] of refused) {
      const { status, error, code } = await server.call('DELETE', remove(path))
      expect([status, code, error]).toEqual([
        409,
        'image_in_use',
        `${words}, so it was not removed.`,
      ])
    }
    expect(server.git('rev-parse', 'HEAD')).toBe(head)
  })

  it('of an image of a post that broke is refused for its old text and its new one', async () => {
    const marked = post('<<<<<<< HEAD\n![](/media/marked.png)\n=======\nNone.\n>>>>>>> theirs')
    const server = await startServer({
      'media/old.png': 'x',
      'media/new.png': 'x',
      'media/marked.png': 'x',
      'posts/a.md': post('![](/media/old.png)'),
      'posts/marked.md': marked,
    })
    server.put('posts/a.md', '---\ntitle: "open\n---\n![](/media/new.png)\n')
    const shown = async () => {
      const { data } = await server.call<MediaImage[]>('GET', '/media')
      return data.map(({ path, posts, files }) => [
        path,
        posts.map(({ id }) => id).join(),
        ...files,
      ])
    }
    await vi.waitFor(async () => {
      expect((await shown()).sort()).toEqual([
        ['/media/marked.png', 'marked'],
        ['/media/new.png', '', 'posts/a.md'],
        ['/media/old.png', 'a'],
      ])
    }, 15_000)
    for (const name of ['marked', 'new', 'old']) {
      expect((await server.call('DELETE', remove(`/media/${name}.png`))).status, name).toBe(409)
    }
  })

  it('is refused when a save or an edit by hand shows the image meanwhile', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `media/image-${index}.png`)
    const server = await startServer(Object.fromEntries(names.map((name) => [name, 'x'])))
    await server.call('GET', '/media')
    const both = names
      .slice(1)
      .map((name, index) => [
        server.call('POST', '/posts', { title: `Post ${index}`, content: `![](/${name})` }),
        server.call('DELETE', remove(`/${name}`)),
      ])
    const answers = await Promise.all(both.map((pair) => Promise.all(pair)))
    // Whichever came first: an image that was saved with a post before its removal is there still.
    const subjects = server.git('log', '--reverse', '--format=%s').trim().split('\n')
    for (const [index, [saved, removed]] of answers.entries()) {
      expect(saved?.status).toBe(201)
      const name = `image-${index + 1}.png`
      const isFirst = subjects.indexOf(`Remove image: ${name}`)
      const isSaved = subjects.indexOf(`Publish short: Post ${index}`)
      expect(removed?.status === 200 ? isFirst < isSaved : isFirst === -1).toBe(true)
    }
    expect(faultsOf(server)).toBe('')
    server.put('posts/by-hand.md', post(`![](/${names[0]})`))
    const late = await server.call('DELETE', remove(`/${names[0]}`))
    expect([late.status, late.code]).toEqual([409, 'image_in_use'])
  })

  it('of what is no image in the media folder finds nothing', async () => {
    const server = await startServer({ 'media/notes.txt': 'x', 'posts/a.md': post('Text.') })
    const paths = ['/media/none.png', '/media/notes.txt', '/posts/a.md', '/media/../posts/a.png']
    for (const path of [...paths, '/media/%2e%2e/a.png', 'x', '%']) {
      expect((await server.call('DELETE', remove(path))).status, path).toBe(404)
    }
    expect((await server.call('DELETE', '/media')).status).toBe(400)
  })
})
