/**
 * A text that is slow to render holds nobody up, and is shown as it was written. Its long form, with
 * every hostile text and waiting times, is `scripts/lab/stress/stress-stalls.ts`.
 */
import { expect, it } from 'vitest'
import { until } from './git-fixture.ts'
import { startServer } from './live-server.ts'

const front = 'type: essay\ndate: 2026-01-02T10:00:00+01:00'

it('others are answered while a slow text renders, which comes escaped and is listed', async () => {
  const server = await startServer({
    'posts/slow.md': `---\n${front}\ntitle: Slow\n---\n${'>'.repeat(5000)}\n`,
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
  expect((await slow).data.html).toMatch(/^<pre class="raw-markdown" tabindex="0">(?:&gt;){5000}/)
  expect(events).toEqual(['healthz', 'other', 'slow'])

  const problems = async () => (await server.call('GET', '/status')).data.problems
  await until(async () => (await problems()).length > 0)
  expect(await problems()).toMatchObject([
    { file: 'posts/slow.md', reason: expect.stringMatching(/nested too deeply|too long/) },
  ])
  expect(await server.page('/post/slow')).toContain('&gt;&gt;&gt;')
  const lists = await server.ask('GET', '/posts/public')
  expect(lists.text).not.toContain('raw-markdown')
  await server.call('PUT', '/posts/slow', { content: 'Fine.' })
  expect(await problems()).toEqual([])
})
