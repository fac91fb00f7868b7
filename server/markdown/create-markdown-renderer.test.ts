import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { silentLog } from '../log.ts'
import { createMarkdownRenderer } from './create-markdown-renderer.ts'
import { type MarkdownRenderer, PREVIEW_ID_PREFIX, type RenderedText } from './markdown-renderer.ts'
import { RENDER_LIMITS } from './render/render-pool.ts'

const folders: string[] = []
const renderers: MarkdownRenderer[] = []
const renderedTexts = new WeakMap<MarkdownRenderer, ReadonlyMap<string, RenderedText>>()

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gap-html-'))
  folders.push(folder)
  return folder
}

type Options = Partial<Parameters<typeof createMarkdownRenderer>[0]>

function makeRenderer(options: Options = {}): MarkdownRenderer {
  const stateDir = options.stateDir ?? makeFolder()
  // On a busy machine the worker's bundle alone may take longer than a visitor would wait.
  const renderer = createMarkdownRenderer({
    log: silentLog,
    answerMsMax: 25_000,
    ...options,
    stateDir,
  })
  renderers.push(renderer)
  const rendered = new Map<string, RenderedText>()
  renderer.onRendered((text, found) => {
    if (!found.isFallback) rendered.set(text.idPrefix + text.markdown, found)
  })
  renderedTexts.set(renderer, rendered)
  return renderer
}

/** What a renderer has made of a text for good; undefined before that. */
function renderedBy(renderer: MarkdownRenderer, markdown: string, idPrefix: string) {
  return renderedTexts.get(renderer)?.get(idPrefix + markdown)
}

afterEach(async () => {
  await Promise.all(renderers.splice(0).map((renderer) => renderer.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Less than the real ones, so that tests of texts that hang are short; ample for the others. */
const SHORT = { ...RENDER_LIMITS, slowMs: 50, cpuMs: 1000, cpuMsMax: 1000 }
/** For a worker whose texts take no time, but for those that hang. */
const HASTY = { ...SHORT, cpuMs: 300, cpuMsMax: 300 }
const HANGING = '*a_'.repeat(60_000)

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))

/** A worker that writes its texts in a file; its first `moods` texts 'moody' hang. */
function countingWorker(folder: string, moods = 0): () => Promise<URL> {
  const file = join(folder, 'counting.mjs')
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'
     import { appendFileSync, readFileSync } from 'node:fs'
     const file = ${JSON.stringify(join(folder, 'count.txt'))}
     parentPort.on('message', ({ markdown }) => {
       appendFileSync(file, markdown + '\\n')
       const times = readFileSync(file, 'utf8').split(markdown).length - 1
       if (markdown === 'moody' && times <= ${moods}) for (;;);
       if (markdown === 'die') process.exit(3)
       if (markdown === 'hang') for (;;);
       if (markdown === 'eat') for (const all = []; ; ) all.push(new Array(1e6).fill(1.5))
       setTimeout(() => parentPort.postMessage({ type: 'reply', reply: { html: '<p>' + markdown } }), 20)
     })
     parentPort.postMessage({ type: 'ready' })`,
  )
  return () => Promise.resolve(pathToFileURL(file))
}

const counted = (folder: string) =>
  readFileSync(join(folder, 'count.txt'), 'utf8').trim().split('\n')

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 1000) throw new Error('It did not happen within 10 s.')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

describe('what html depends on beside its text', () => {
  it('is known to the memory and to the disk: the title of the page, and whether there is math', async () => {
    const stateDir = makeFolder()
    const text = ['# A\n\n$x$', 'p-a-'] as const
    const renderer = makeRenderer({ stateDir })
    const htmlOf = async (options: { title?: string; math?: boolean }, of = renderer) =>
      (await of.render(...text, options)).html
    const plain = await htmlOf({})
    const math = await htmlOf({ math: true })
    const titled = await htmlOf({ title: 'A' })
    expect(plain).toMatch(/<h2[\s\S]*<p>\$x\$<\/p>/)
    expect(math).toMatch(/<h2[\s\S]*<math /)
    expect(titled).toBe('<p id="p-a-a">$x$</p>')
    expect(await htmlOf({ math: false })).toBe(plain)
    await renderer.close()
    expect(filesIn(join(stateDir, 'html'))).toHaveLength(3)
    const later = makeRenderer({ stateDir })
    expect(await htmlOf({ math: true }, later)).toBe(math)
    expect(await htmlOf({}, later)).toBe(plain)
  })
})

describe('rendering', () => {
  it('gives html and has it in memory afterwards', async () => {
    const renderer = makeRenderer()
    const rendered = await renderer.render('*a*', 'p-a-')
    expect(rendered).toEqual({ html: '<p><em>a</em></p>', problem: null })
    expect(await renderer.render('*a*', 'p-a-')).toBe(rendered)
    expect(await renderer.render('*a*', 'p-b-')).not.toBe(rendered)
  })

  it('renders one text once for all who ask at the same time', async () => {
    const stateDir = makeFolder()
    const renderer = makeRenderer({ stateDir, worker: countingWorker(stateDir) })
    await Promise.all([1, 2, 3].map(() => renderer.render('a', 'p-')))
    expect(counted(stateDir)).toEqual(['a'])
  })

  it('takes what somebody waits for before what is only warmed', async () => {
    const stateDir = makeFolder()
    const renderer = makeRenderer({ stateDir, worker: countingWorker(stateDir) })
    const texts = Array.from({ length: 40 }, (_, n) => ({ markdown: `w${n}`, idPrefix: `p-${n}-` }))
    renderer.warm(texts)
    await until(() => renderedBy(renderer, 'w0', 'p-0-') !== undefined)
    await Promise.all(['v1', 'v2'].map((markdown) => renderer.render(markdown, 'p-')))
    await until(() => renderedBy(renderer, 'w39', 'p-39-') !== undefined)
    const order = counted(stateDir)
    expect(order.indexOf('v2')).toBeLessThan(order.indexOf('w39'))
    expect(order.length).toBe(42)
  })

  it('renders nothing ahead between the texts that somebody asks for one after the other', async () => {
    const stateDir = makeFolder()
    const renderer = makeRenderer({ stateDir, worker: countingWorker(stateDir) })
    renderer.warm(Array.from({ length: 20 }, (_, n) => ({ markdown: `w${n}`, idPrefix: 'p-' })))
    await until(() => renderedBy(renderer, 'w0', 'p-') !== undefined)
    for (const markdown of ['v1', 'v2', 'v3', 'v4', 'v5']) await renderer.render(markdown, 'p-')
    await until(() => renderedBy(renderer, 'w19', 'p-') !== undefined)
    const order = counted(stateDir)
    const first = order.indexOf('v1')
    expect(order.slice(first, first + 5)).toEqual(['v1', 'v2', 'v3', 'v4', 'v5'])
  })

  it('starts its thread at once where nothing was rendered before, when it is to start early', async () => {
    const stateDir = makeFolder()
    let starts = 0
    const counting = countingWorker(stateDir)
    const worker = () => {
      starts += 1
      return counting()
    }
    const renderer = makeRenderer({ stateDir, worker, startsEarly: true })
    expect(starts).toBe(1)
    await renderer.render('a', 'p-')
    await renderer.close()
    await makeRenderer({ stateDir, worker, startsEarly: true }).render('a', 'p-')
    expect(starts).toBe(1)
  })

  it('ends its thread when nobody has needed it for a while, and starts another', async () => {
    const stateDir = makeFolder()
    const file = join(stateDir, 'naming.mjs')
    writeFileSync(
      file,
      `import { parentPort, threadId } from 'node:worker_threads'
       parentPort.on('message', () => parentPort.postMessage({ type: 'reply', reply: { html: '' + threadId } }))
       parentPort.postMessage({ type: 'ready' })`,
    )
    const worker = () => Promise.resolve(pathToFileURL(file))
    const renderer = makeRenderer({ worker, limits: { ...RENDER_LIMITS, spareMs: 30 } })
    const threads = new Set<string>()
    for (let n = 0; threads.size < 2 && n < 50; n += 1) {
      threads.add((await renderer.render(`text ${n}`, 'p-')).html)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(threads.size).toBe(2)
  })

  it('warms the texts of the last call only', async () => {
    const stateDir = makeFolder()
    const renderer = makeRenderer({ stateDir, worker: countingWorker(stateDir) })
    renderer.warm([{ markdown: 'old', idPrefix: 'p-' }])
    renderer.warm([{ markdown: 'new', idPrefix: 'p-' }])
    await until(() => renderedBy(renderer, 'new', 'p-') !== undefined)
    expect(counted(stateDir)).toEqual(['new'])
  })

  it('warms only what changed when it is called again', async () => {
    const stateDir = makeFolder()
    const renderer = makeRenderer({ stateDir, worker: countingWorker(stateDir), memoryBytesMax: 0 })
    const texts = (last: string) =>
      ['a', 'b', last].map((markdown, n) => ({ markdown, idPrefix: `p-${n}-` }))
    renderer.warm(texts('c'))
    await until(() => filesIn(stateDir).filter((name) => name.endsWith('.json')).length === 3)
    renderer.warm(texts('d'))
    await until(() => filesIn(stateDir).filter((name) => name.endsWith('.json')).length === 4)
    expect(counted(stateDir)).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('texts made to be slow or deep', () => {
  it('shows as written what takes too long, and goes on with the next', async () => {
    const renderer = makeRenderer({ limits: SHORT })
    const rendered = await renderer.render(HANGING, 'p-a-')
    expect(rendered.html).toBe(`<pre class="raw-markdown" tabindex="0">${HANGING}</pre>`)
    expect(rendered.problem).toMatch(/too long/)
    expect((await renderer.render('*b*', 'p-b-')).html).toBe('<p><em>b</em></p>')
  })

  it.each([
    ['a quote', '>'.repeat(5000)],
    ['brackets', ']'.repeat(50_000)],
    ['nested links', `${'['.repeat(8000)}a${'](b)'.repeat(8000)}`],
    ['nested emphasis', `${'*a **b '.repeat(8000)}c${'** d*'.repeat(8000)}`],
    ['setext chains', 'a\n-\n'.repeat(15_000)],
    ['a huge table', `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(40_000)}`],
  ])('answers for %s', async (_, markdown) => {
    const renderer = makeRenderer({ limits: SHORT })
    const { html, problem } = await renderer.render(markdown, 'p-a-')
    expect(html.startsWith('<pre class="raw-markdown"')).toBe(problem !== null)
    expect((await renderer.render('*b*', 'p-b-')).problem).toBeNull()
  })

  it('renders others meanwhile, and leaves the main thread free', async () => {
    const renderer = makeRenderer()
    await renderer.render('warm', 'p-')
    let isAnswered = false
    const slow = renderer.render(HANGING, 'p-a-').then(() => {
      isAnswered = true
    })
    let ticks = 0
    const ticking = setInterval(() => {
      ticks += 1
    }, 10)
    await renderer.render('quick', 'p-b-')
    expect(isAnswered).toBe(false)
    await slow
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(20)
  })

  it('ends the second thread when no text has hung for a while', async () => {
    const folder = makeFolder()
    const beats = join(folder, 'beats.txt')
    const file = join(folder, 'beating.mjs')
    writeFileSync(
      file,
      `import { appendFileSync } from 'node:fs'
       import { parentPort, threadId } from 'node:worker_threads'
       setInterval(() => appendFileSync(${JSON.stringify(beats)}, threadId + '\\n'), 5)
       parentPort.on('message', ({ markdown }) => {
         const done = () => parentPort.postMessage({ type: 'reply', reply: { html: markdown } })
         setTimeout(done, markdown.startsWith('slow') ? 500 : 0)
       })
       parentPort.postMessage({ type: 'ready' })`,
    )
    const worker = () => Promise.resolve(pathToFileURL(file))
    const renderer = makeRenderer({ worker, limits: { ...RENDER_LIMITS, secondSpareMs: 0 } })
    const beating = () => readFileSync(beats, 'utf8').trim().split('\n')
    // On a busy machine the other thread may be there only after the text.
    for (let n = 0; n === 0 || new Set(beating()).size < 2; n += 1) {
      await renderer.render(`slow ${n}`, 'p-')
    }
    let n = 0
    await until(() => {
      n += 1
      void renderer.render(`quick ${n}`, 'p-')
      return new Set(beating().slice(-20)).size === 1
    })
  })

  it('does not hold up a page for one text that hangs, and goes on with that one', async () => {
    const stateDir = makeFolder()
    const worker = countingWorker(stateDir)
    // Another thread may take seconds to start on a busy machine; the text still hangs then.
    const limits = { ...SHORT, cpuMs: 10_000, cpuMsMax: 10_000 }
    // Beside many others the thread has a part of a core.
    const renderer = makeRenderer({ worker, limits, answerMsMax: 100_000 })
    let isFailed = false
    const alone = renderer.render('hang', 'p-a-').then((failed) => {
      isFailed = true
      return failed
    })
    const [hanging, other] = await Promise.all(
      ['hang', 'a'].map((text) => renderer.render(text, 'p-a-', { patience: 'page' })),
    )
    expect(isFailed).toBe(false)
    expect(hanging).toMatchObject({ isFallback: true })
    expect(other?.html).toBe('<p>a')
    expect((await alone).problem).toMatch(/too long/)
    expect(await renderer.render('hang', 'p-a-', { patience: 'page' })).toEqual(await alone)
    expect(counted(stateDir)).toEqual(['hang', 'a'])
  }, 120_000)

  it('lets a list wait until each text is rendered or has failed', async () => {
    const stateDir = makeFolder()
    const worker = countingWorker(stateDir)
    const renderer = makeRenderer({ worker, limits: SHORT, answerMsMax: 5, listMsMax: 60_000 })
    const rendered = await Promise.all(
      ['hang', 'a', 'b'].map((text) => renderer.render(text, 'p-', { patience: 'list' })),
    )
    expect(rendered.map(({ html }) => html).slice(1)).toEqual(['<p>a', '<p>b'])
    expect(rendered[0]?.problem).toMatch(/too long/)
  })

  it('lets no list wait for ever', async () => {
    const stateDir = makeFolder()
    const renderer = makeRenderer({ worker: countingWorker(stateDir), listMsMax: 300 })
    const { isFallback, problem } = await renderer.render('hang', 'p-', { patience: 'list' })
    expect({ isFallback, problem }).toEqual({ isFallback: true, problem: null })
  })

  it('does not try a text again that cannot be rendered, also after a restart, that day', async () => {
    const stateDir = makeFolder()
    const limits = { ...RENDER_LIMITS, cpuMs: 15_000, cpuMsMax: 15_000 }
    const options = { stateDir, limits, worker: countingWorker(stateDir) }
    const first = makeRenderer(options)
    const failed = await first.render('eat', 'p-')
    await first.render('eat', 'p-')
    await first.close()
    const second = makeRenderer(options)
    expect(await second.render('eat', 'p-')).toEqual(failed)
    expect(counted(stateDir)).toEqual(['eat'])
    await second.close()
    const dayLater = makeRenderer({ ...options, now: () => Date.now() + 86_400_000 })
    await dayLater.render('eat', 'p-')
    expect(counted(stateDir)).toEqual(['eat', 'eat'])
  })

  it('survives a text that eats the memory', async () => {
    const stateDir = makeFolder()
    const renderer = makeRenderer({
      stateDir,
      worker: countingWorker(stateDir),
      limits: { ...RENDER_LIMITS, cpuMs: 15_000, cpuMsMax: 15_000 },
    })
    expect((await renderer.render('eat', 'p-')).problem).toMatch(/memory/)
    expect((await renderer.render('a', 'p-')).html).toBe('<p>a')
  })

  it('shows a text as written when a worker dies or cannot start, and keeps nothing of that', async () => {
    const stateDir = makeFolder()
    const renderer = makeRenderer({ stateDir, worker: countingWorker(stateDir) })
    expect(await renderer.render('die', 'p-')).toMatchObject({ isFallback: true })
    expect((await renderer.render('a', 'p-')).html).toBe('<p>a')
    const broken = makeRenderer({ worker: () => Promise.resolve(new URL('file:///none.mjs')) })
    expect(await broken.render('<b>', 'p-')).toMatchObject({
      html: '<pre class="raw-markdown" tabindex="0">&lt;b&gt;</pre>',
      isFallback: true,
    })
    expect(renderedBy(renderer, 'die', 'p-')).toBeUndefined()
  })

  it('says of a text that is asked for alone that it takes long, before it has failed', async () => {
    const stateDir = makeFolder()
    const worker = countingWorker(stateDir)
    const renderer = makeRenderer({ worker, limits: RENDER_LIMITS, answerMsMax: 1000 })
    const { isFallback, problem } = await renderer.render('hang', 'p-')
    expect(isFallback).toBe(true)
    expect(problem).toMatch(/not rendered yet/)
  })

  it('shows a text as written when its rendering is not there in time, and has it later', async () => {
    const stateDir = makeFolder()
    const renderer = makeRenderer({ stateDir, worker: countingWorker(stateDir), answerMsMax: 5 })
    expect(await renderer.render('a', 'p-')).toMatchObject({ isFallback: true })
    await until(() => renderedBy(renderer, 'a', 'p-')?.html === '<p>a')
  })
})

describe('a text that ran out of time', () => {
  it('is tried again by itself, and not by requests, until it is there', async () => {
    const stateDir = makeFolder()
    // Stands for a machine that was busy twice.
    const worker = countingWorker(stateDir, 2)
    const renderer = makeRenderer({ worker, stateDir, limits: HASTY, retryDelaysMs: [200, 400] })
    const told: (string | null)[] = []
    renderer.onRendered((_, { problem }) => told.push(problem))
    const failed = await renderer.render('moody', 'p-')
    expect(failed).toMatchObject({ isFallback: true, problem: expect.stringMatching(/too long/) })
    expect(await renderer.render('moody', 'p-', { patience: 'list' })).toEqual(failed)
    expect(counted(stateDir)).toEqual(['moody'])
    await until(() => renderedBy(renderer, 'moody', 'p-')?.html === '<p>moody')
    expect(counted(stateDir)).toEqual(['moody', 'moody', 'moody'])
    expect(told).toEqual([failed.problem, failed.problem, null])
  })

  it('is given up after the last try, but not on disk', async () => {
    const stateDir = makeFolder()
    const options = { stateDir, limits: HASTY, worker: countingWorker(stateDir) }
    const first = makeRenderer({ ...options, retryDelaysMs: [50] })
    const failed = await first.render('hang', 'p-')
    await until(() => renderedBy(first, 'hang', 'p-') !== undefined)
    const { html, problem } = failed
    expect(await first.render('hang', 'p-')).toEqual({ html, problem })
    expect(counted(stateDir)).toEqual(['hang', 'hang'])
    await first.close()
    const second = makeRenderer({ ...options, retryDelaysMs: [] })
    await second.render('hang', 'p-')
    expect(counted(stateDir)).toEqual(['hang', 'hang', 'hang'])
  })

  it('is not tried again once it has changed', async () => {
    const stateDir = makeFolder()
    const worker = countingWorker(stateDir, 1)
    const renderer = makeRenderer({ worker, limits: HASTY, retryDelaysMs: [300] })
    await renderer.render('hang', 'p-a-')
    await renderer.render('repaired', 'p-a-')
    await renderer.render('moody', 'p-b-')
    await until(() => renderedBy(renderer, 'moody', 'p-b-') !== undefined)
    expect(counted(stateDir)).toEqual(['hang', 'repaired', 'moody', 'moody'])
  })
})

describe('the cache on disk', () => {
  it('is used after a restart', async () => {
    const stateDir = makeFolder()
    const first = makeRenderer({ stateDir })
    const rendered = await first.render('*a*', 'p-')
    await first.close()
    const second = makeRenderer({ stateDir, worker: countingWorker(stateDir) })
    expect(await second.render('*a*', 'p-')).toEqual(rendered)
    expect(filesIn(stateDir).filter((name) => name.endsWith('count.txt'))).toEqual([])
  })

  it('is rendered again when it is damaged', async () => {
    const stateDir = makeFolder()
    const first = makeRenderer({ stateDir })
    const rendered = await first.render('*a*', 'p-')
    await first.close()
    const [name = ''] = filesIn(stateDir)
    for (const damaged of [
      '',
      '{',
      'null',
      '{"html":1}',
      '{"key":"x","html":"y","problem":null}',
    ]) {
      writeFileSync(join(stateDir, name), damaged)
      const renderer = makeRenderer({ stateDir })
      expect(await renderer.render('*a*', 'p-')).toEqual(rendered)
      await renderer.close()
    }
  })

  it('does not hold previews', async () => {
    const stateDir = makeFolder()
    const renderer = makeRenderer({ stateDir })
    await renderer.render('*a*', PREVIEW_ID_PREFIX)
    await renderer.close()
    expect(filesIn(stateDir)).toEqual([])
  })

  it('loses other versions and stays within its bound', async () => {
    const stateDir = makeFolder()
    const old = makeRenderer({ stateDir })
    await old.render('a', 'p-')
    await old.close()
    const [name = ''] = filesIn(stateDir)
    const other = name.replace(/^html\/[^/]+\//, 'html/0/')
    mkdirSync(join(stateDir, other, '..'), { recursive: true })
    writeFileSync(join(stateDir, other), 'x')
    const renderer = makeRenderer({ stateDir, diskBytesMax: 4000 })
    for (let n = 0; n < 40; n += 1) await renderer.render(`text ${n}`, 'p-')
    await renderer.close()
    const files = filesIn(stateDir)
    expect(files).not.toContain(other)
    expect(files.length).toBeGreaterThan(0)
    const bytes = files.reduce((sum, file) => sum + readFileSync(join(stateDir, file)).length, 0)
    expect(bytes).toBeLessThan(5000)
  })
})
