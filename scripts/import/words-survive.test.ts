/**
 * Nothing that a reader of the old site saw disappears unsaid: every word, picture and link of six
 * sites is on its page, or the report names it. The pages are those of the real server.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Element } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { expect, it, vi } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { fixtureIn, makeFolder } from '../../server/test/git-fixture.ts'
import { png } from '../../server/test/images.ts'
import { type LiveServer, serve } from '../../server/test/live-server.ts'
import { contentRepository } from '../test/content-repository.ts'
import { POSTS, REAL_SITES, type RealSite } from '../test/real-sites.ts'
import type { WrittenWords } from '../test/written-words.ts'
import { importContent } from './import-content.ts'

// Each test starts a server and has its pages rendered, beside other tests.
vi.setConfig({ testTimeout: 180_000 })

const KINDS = ['words', 'pictures', 'links'] as const
type Kind = (typeof KINDS)[number]

/** What a page shows, each as one text to look in. */
type Shown = Record<Kind, string>

const parser = unified().use(rehypeParse)

async function folderOf(site: RealSite): Promise<string> {
  const source = fixtureIn(makeFolder())
  for (const [path, text] of Object.entries(site.files)) source.put(path, text)
  const image = join(makeFolder(), 'image.png')
  writeFileSync(image, await png({ width: 3, height: 2 }))
  for (const path of site.pictures) {
    mkdirSync(dirname(join(source.folder, path)), { recursive: true })
    copyFileSync(image, join(source.folder, path))
  }
  return source.folder
}

function shownOn(html: string): Shown {
  const shown: Shown = { words: '', pictures: '', links: '' }
  visit(parser.parse(html), 'element', (element: Element) => {
    const { src, href, alt, title } = element.properties
    // A word at the edge of a tag is whole, so tags are not looked at.
    if (element.tagName === 'main') shown.words += textOf(element)
    if (element.tagName === 'abbr') shown.words += ` ${title}`
    if (element.tagName === 'img') {
      shown.pictures += ` ${src}`
      shown.words += ` ${alt}`
    }
    if (element.tagName === 'a') shown.links += ` ${href}`
    // A player leads to what it plays.
    if (/^(?:video|audio)$/.test(element.tagName)) shown.links += ` ${src}`
  })
  return shown
}

/** How many marks of a kind there are, and where each is: on the page first, else in the report. */
interface Count {
  source: number
  onPage: number
  named: number
}

/** Adds the marks of one post to the counts and returns those that are nowhere. */
function count(written: WrittenWords, shown: Shown, report: string, counts: Counts): string[] {
  return KINDS.flatMap((kind) =>
    written[kind].filter((mark) => {
      const isGone = report.includes(`not there: /gone/${mark}`)
      const isOnPage = !isGone && shown[kind].includes(mark)
      const isNamed = !isOnPage && report.includes(mark)
      counts[kind].source += 1
      counts[kind].onPage += Number(isOnPage)
      counts[kind].named += Number(isNamed)
      return !isOnPage && !isNamed
    }),
  )
}

type Counts = Record<Kind, Count>

/** The page once its text is rendered, which on a busy machine need not be the first answer. */
function renderedPage(server: LiveServer, id: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const html = await server.page(`/post/${encodeURIComponent(id)}`)
      expect(html).not.toContain('raw-markdown')
      return html
    },
    { timeout: 60_000 },
  )
}

it.each(REAL_SITES)(
  'every word, picture and link of %s is on its page or named in the report',
  async (_, make) => {
    const site = make()
    const content = contentRepository()
    const lines: string[] = []
    const isDone = await importContent({
      ...{ from: await folderOf(site), kind: null, contentDir: content.folder },
      ...{ timeZone: 'Europe/Berlin', isDryRun: false, print: (line) => lines.push(line) },
    })
    expect(isDone).toBe(true)
    expect(site.written.size).toBe(POSTS)
    const server = await serve(content, { stateDir: join(makeFolder(), 'state') })
    atEnd(() => server.app.close())
    const none = (): Count => ({ source: 0, onPage: 0, named: 0 })
    const counts: Counts = { words: none(), pictures: none(), links: none() }
    for (const [source, written] of site.written) {
      const report = lines.filter((line) => line.startsWith(`${source}: `)).join('\n')
      const id = /imported as posts\/\d+\/(\S+)\.md/.exec(report)?.[1] ?? ''
      const shown = shownOn(await renderedPage(server, id))
      expect(count(written, shown, report, counts)).toEqual([])
      expect(shown.words).not.toMatch(/nobody ?reads/i)
    }
    for (const { source, onPage, named } of Object.values(counts)) {
      expect(onPage + named).toBe(source)
    }
    // What is only named is rare among the words: titles of components and the like.
    expect(counts.words.named).toBeLessThan(counts.words.source / 20)
  },
)
