/** When a text is rendered, how long it is waited for, and what stands for it where it cannot be. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { atEnd } from '../test/at-end.ts'
import { makeFolder } from '../test/git-fixture.ts'
import { MarkdownRenderer, WAITS, type Wait } from './markdown-renderer.ts'

const LONG = { ...WAITS.site, evicts: true }
const NONE = { ...WAITS.page, ms: 0 }

/** A renderer whose worker does as its texts say, and what it was given. */
function makeRenderer(options: { renderMsMax?: number; retryMs?: number } = {}) {
  const folder = makeFolder()
  const given = join(folder, 'given.txt')
  const file = join(folder, 'worker.mjs')
  writeFileSync(given, '')
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'
     import { appendFileSync, readFileSync } from 'node:fs'
     parentPort.on('message', ({ markdown }) => {
       const tried = readFileSync(${JSON.stringify(given)}, 'utf8').includes(markdown)
       appendFileSync(${JSON.stringify(given)}, markdown + '\\n')
       if (markdown === 'die') process.exit(3)
       if (markdown === 'hang') for (;;);
       if (markdown === 'hang once' && !tried) for (;;);
       if (markdown === 'sleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800)
       if (markdown === 'eat') for (const all = []; ; ) all.push(new Array(1e6).fill(1.5))
       parentPort.postMessage({ html: '<p>' + markdown, headings: [], portable: '' })
     })`,
  )
  const worker = async () => pathToFileURL(file)
  const renderer = new MarkdownRenderer({ log: silentLog, worker, ...options })
  atEnd(() => renderer.close())
  const render = (markdown: string, wait: Wait = LONG) =>
    renderer.render({ markdown, idPrefix: 'p-' }, { key: markdown, wait })
  return { render, given: () => readFileSync(given, 'utf8').trim().split('\n') }
}

it('html is made once for all who ask, and kept', async () => {
  const { render, given } = makeRenderer()
  const rendered = await Promise.all([render('a'), render('a'), render('b')])
  expect(rendered.map(({ html }) => html)).toEqual(['<p>a', '<p>a', '<p>b'])
  expect(await render('a', NONE)).toMatchObject({ html: '<p>a', problem: null })
  expect(given()).toEqual(['a', 'b'])
})

it('a text of a list of the whole site takes the place of none', async () => {
  const { render, given } = makeRenderer()
  const [page, ...list] = ['a', 'b', 'c'].map((letter) => letter.repeat(5_000_000))
  await render(page ?? '')
  for (const text of list) await render(text, WAITS.site)
  await render(page ?? '')
  expect(given().map((text) => text[0])).toEqual(['a', 'b', 'c'])
})

it('html is that of the pipeline, by the real worker', async () => {
  const renderer = new MarkdownRenderer({ log: silentLog })
  atEnd(() => renderer.close())
  const text = { markdown: '# A\n\n$x$', idPrefix: 'p-a-' }
  const htmlOf = async (more: object) =>
    (await renderer.render({ ...text, ...more }, { wait: LONG })).html
  expect(await htmlOf({})).toMatch(/<h2 id="p-a-a"[\s\S]*<p>\$x\$<\/p>/)
  expect(await htmlOf({ math: true })).toMatch(/<h2[\s\S]*<math /)
  expect(await htmlOf({ title: 'A' })).toBe('<p id="p-a-a">$x$</p>')
})

it.each([
  ['hang', /too long/],
  ['eat', /memory/],
])('a text that fails is a problem, not tried again, and holds up none: %s', async (text, why) => {
  const { render, given } = makeRenderer({ renderMsMax: text === 'hang' ? 2000 : 25_000 })
  const [failed, next] = await Promise.all([render(text), render('a')])
  expect(failed).toMatchObject({
    html: `<pre class="raw-markdown" tabindex="0">${text}</pre>`,
    problem: expect.stringMatching(why),
  })
  expect(next.html).toBe('<p>a')
  expect(await render(text)).toEqual(failed)
  expect(given()).toEqual([text, 'a'])
})

it('a text that took too long is tried again', async () => {
  const { render } = makeRenderer({ renderMsMax: 1000, retryMs: 100 })
  const late = { problem: expect.stringMatching(/too long/), isFinal: false }
  expect(await render('hang once')).toMatchObject(late)
  await sleep(200)
  expect(await render('hang once')).toMatchObject({ html: '<p>hang once', isFinal: true })
})

it('time in which the process is stopped counts for no text', async () => {
  const { render } = makeRenderer({ renderMsMax: 2000 })
  await render('a')
  const rendered = render('sleep')
  await sleep(50)
  // Behind an immediate the loop begins with its timers.
  await setImmediate()
  // Timers of a stopped process are late at once, as those of a blocked thread are.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000)
  expect(await rendered).toMatchObject({ html: '<p>sleep', problem: null })
})

it('a text that cannot be rendered is tried again where the worker ended for another reason', async () => {
  const { render, given } = makeRenderer()
  expect((await render('die')).problem).toMatch(/could not be rendered/)
  await render('die')
  expect(given()).toEqual(['die', 'die'])
})

it('a text that cannot be rendered is one where the worker cannot start', async () => {
  const worker = async () => new URL('file:///none.mjs')
  const renderer = new MarkdownRenderer({ log: silentLog, worker })
  atEnd(() => renderer.close())
  const { html, problem } = await renderer.render({ markdown: '<b>', idPrefix: '' }, { wait: LONG })
  expect(html).toBe('<pre class="raw-markdown" tabindex="0">&lt;b&gt;</pre>')
  expect(problem).toMatch(/could not be rendered/)
})

it('an answer goes on with the text as it was written, which is there later', async () => {
  const { render } = makeRenderer()
  const { html, problem, pending } = await render('a', NONE)
  expect([html, problem]).toEqual(['<pre class="raw-markdown" tabindex="0">a</pre>', null])
  expect(await pending).toMatchObject({ html: '<p>a', problem: null })
})

it('an answer waits for no text that takes longer than an answer may, nor behind one', async () => {
  const { render, given } = makeRenderer({ renderMsMax: 4000 })
  const texts = [render('hang', WAITS.page), render('a', WAITS.page), render('b')]
  const [hanging, behind, wanted] = await Promise.all(texts)
  expect([hanging?.problem, behind?.problem, wanted?.html]).toEqual([null, null, '<p>b'])
  expect((await hanging?.pending)?.problem).toMatch(/too long/)
  // Whoever asks again gets it.
  expect((await behind?.pending)?.html).toBe('<p>a')
  expect(given()).toEqual(['hang', 'a', 'b'])
})
