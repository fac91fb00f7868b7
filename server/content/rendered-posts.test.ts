/** When the html of a post is made, what stands for it until then, and the problems it has. */
import { describe, expect, it } from 'vitest'
import type { MarkdownRenderer, RenderListener } from '../markdown/markdown-renderer.ts'
import { openStore, postFile } from '../test/content-store-fixture.ts'
import { until } from '../test/git-fixture.ts'

const ESSAY = { type: 'essay', title: 'Shipping in public', content: 'A text.\n' } as const

const NOTHING: MarkdownRenderer = {
  render: async () => ({ html: '', problem: null }),
  warm() {},
  onRendered: () => () => {},
  close: async () => {},
}

describe('rendering', () => {
  it('gives a text as written at first, at most, and then its html', async () => {
    const { store } = await openStore({ 'posts/a.md': postFile('A', '', 'Some **text**.') })
    const post = store.snapshot().publicPosts[0]
    if (!post) throw new Error('no post')
    // A busy machine shows the text as written at first.
    await until(async () => (await store.texts.html(post)) === '<p>Some <strong>text</strong>.</p>')
  })

  it('of a post that is saved is made while its commit is', async () => {
    const rendered: string[] = []
    const renderer: MarkdownRenderer = {
      ...NOTHING,
      async render(markdown) {
        rendered.push(markdown)
        return { html: '', problem: null }
      },
    }
    const { store } = await openStore({}, { renderer })
    const { value } = await store.posts.create({ ...ESSAY, content: 'New.' })
    await store.posts.save(value.id, { content: 'Changed.' }, null)
    expect(rendered).toEqual(['New.', 'Changed.'])
  })

  it('comes ahead of the first view after a save', async () => {
    let ahead: string[] = []
    const renderer: MarkdownRenderer = {
      ...NOTHING,
      warm(texts) {
        ahead = Array.from(texts, ({ markdown }) => markdown)
      },
    }
    const { store } = await openStore({ 'posts/a.md': postFile('A') }, { renderer })
    store.texts.warm()
    await store.posts.create({ ...ESSAY, content: 'Just saved.' })
    await until(() => ahead.includes('Just saved.'))
    // What the home page shows comes before all else, and once.
    await store.posts.create({ ...ESSAY, type: 'short', content: 'A short one.' })
    await store.posts.create({ ...ESSAY, title: 'Newer', content: 'The newest.' })
    await until(() => ahead.includes('The newest.'))
    expect(ahead[0]).toBe('A short one.')
    expect(ahead.length).toBe(new Set(ahead).size)
  })

  it('lists the problem also when it is found after the text was shown as written', async () => {
    const listeners: RenderListener[] = []
    const renderer: MarkdownRenderer = {
      ...NOTHING,
      render: async () => ({ html: '', problem: null, isFallback: true }),
      onRendered(listener) {
        listeners.push(listener)
        return () => {}
      },
    }
    const files = { 'posts/a.md': postFile('A'), 'about.md': 'Me.\n' }
    const { store } = await openStore(files, { renderer })
    const { publicPosts, about } = store.snapshot()
    const [post] = publicPosts
    if (!post) throw new Error('no post')
    const tell = (idPrefix: string, markdown: string, problem: string | null) => {
      for (const listener of listeners) listener({ markdown, idPrefix }, { html: '', problem })
    }
    const listed = () => store.snapshot().problems.map(({ file, reason }) => [file, reason])
    expect((await store.texts.render(post)).isFallback).toBe(true)
    expect(listed()).toEqual([])
    tell('p-a-', 'Another version.', 'Not of this one.')
    tell('p-a-', post.content, 'Too slow.')
    tell('p-about-', about.content, 'Slow too.')
    const problems = [
      ['about.md', 'Slow too.'],
      [post.path, 'Too slow.'],
    ]
    await until(() => listed().length === 2)
    expect(listed()).toEqual(problems)
    const { version } = store.snapshot()
    tell('p-a-', post.content, null)
    tell('p-about-', about.content, null)
    await until(() => listed().length === 0)
    expect(store.snapshot().version).toBeGreaterThan(version)
  })

  it('of a text that takes too long shows it as written and lists a problem', async () => {
    const { store, repository } = await openStore()
    const { value } = await store.posts.create({ ...ESSAY, content: '>'.repeat(5_000) })
    expect(await store.texts.html(value)).toContain('&gt;&gt;&gt;')
    await until(() => store.snapshot().problems.length === 1)
    expect(store.snapshot().problems[0]?.file).toBe(value.path)
    await store.posts.save(value.id, { content: 'Fine.' }, null)
    expect(store.snapshot().problems).toEqual([])
    expect(repository.state().state).toBe('ok')
  })
})
