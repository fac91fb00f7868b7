/** A text that is slow to render holds nobody up, and is shown as it was written. */
import { expect, it } from 'vitest'
import { until } from './git-fixture.ts'
import { startServer } from './live-server.ts'

const front = 'type: short\nfeatured: true\ndate: 2026-01-02T10:00:00+01:00'

it('others are answered while a slow text renders, which comes escaped and is listed', async () => {
  const server = await startServer({
    'posts/slow.md': `---\n${front}\ntitle: Slow\n---\nWords\n\n${'>'.repeat(5000)}\n`,
    'posts/other.md': `---\n${front}\ntitle: Other\n---\nSome *text*.\n`,
  })
  const other = () => server.ask<{ html: string }>('GET', '/posts/other')
  await until(async () => (await other()).data.html.includes('<em>text</em>'))
  const events: string[] = []
  const told = <T>(name: string, answer: Promise<T>) => answer.finally(() => events.push(name))
  const slow = told('slow', server.ask<{ html: string }>('GET', '/posts/slow'))
  await told('healthz', fetch(`${server.address}/healthz`))
  const { data } = await told('other', other())
  expect(data.html).toContain('<em>text</em>')
  const escaped = /^<pre class="raw-markdown" tabindex="0">Words\s+(?:&gt;){5000}/
  expect((await slow).data.html).toMatch(escaped)
  expect(events).toEqual(['healthz', 'other', 'slow'])

  const problems = async () => (await server.call('GET', '/status')).data.problems
  await until(async () => (await problems()).length > 0)
  expect(await problems()).toMatchObject([
    { file: 'posts/slow.md', reason: expect.stringMatching(/nested too deeply|too long/) },
  ])
  expect(await server.page('/post/slow')).toContain('&gt;&gt;&gt;')
  const lists = ['/posts/public', '/posts/public/short', '/posts/featured', '/search?q=slow']
  for (const path of lists) {
    const { text } = await server.get(`/api${path}`)
    expect(text, path).toContain('"title":"Slow"')
    expect(text, path).not.toContain('raw-markdown')
    // The words of its excerpt stand in place of its text.
    if (path.startsWith('/posts')) expect(text, path).toContain('"html":"<p>Words</p>"')
  }
  expect(await server.page('/short-posts')).not.toContain('raw-markdown')
  await server.call('PUT', '/posts/slow', { content: 'Fine.' })
  expect(await problems()).toEqual([])
})
