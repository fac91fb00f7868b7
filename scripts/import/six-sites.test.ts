/** Six imported sites: every word, picture and link is on its page, or named by the report. */
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { checkContent } from '../../server/content/check-content.ts'
import { atEnd } from '../../server/test/at-end.ts'
import { makeFolder } from '../../server/test/git-fixture.ts'
import { png } from '../../server/test/images.ts'
import { type LiveServer, serve } from '../../server/test/live-server.ts'
import { importing } from '../test/importing.ts'
import { SIX_SITES, type SixSite } from '../test/six-sites.ts'
import { MARK } from '../test/written.ts'

// Each test starts a server and has pages rendered, beside other tests.
vi.setConfig({ testTimeout: 180_000 })

/** Where a mark must be on a page, by its letter: a player leads to what it plays, too. */
const PLACES: Record<string, string> = { w: '', p: ' src="[^"]*', l: ' (?:href|src)="[^"]*' }

/** The marks that are not on the page; a picture of the site is there once it is copied. */
function marksGone(text: string, page: string, { pictures }: SixSite): string[] {
  const gone = [...text.matchAll(MARK)].filter(([mark, kind = '']) => {
    const isCopied = pictures.some((path) => path.endsWith(`/${mark}.png`))
    const name = isCopied ? `/media/2020/${mark}-3x2-` : mark
    return page.includes(`/gone/${mark}`) || !new RegExp(`${PLACES[kind]}${name}`).test(page)
  })
  return gone.map(([mark]) => mark)
}

const withoutDigests = (text: string) => text.replace(/-[0-9a-f]{12}\./g, '-#.')

/** The main part of a page once its text is rendered, which on a busy machine need not be the first answer. */
async function renderedPage({ page }: LiveServer, id: string): Promise<string> {
  const path = `/post/${encodeURIComponent(id)}`
  await expect.poll(() => page(path), { timeout: 60_000 }).not.toContain('raw-markdown')
  return /<main[\s\S]*<\/main>/.exec(await page(path))?.[0] ?? ''
}

it.each(SIX_SITES)('all of a site of $name comes along or is named', async (source) => {
  const { name, files, written, pictures, summary, report, posts } = source
  const image = await png({ width: 3, height: 2 })
  const images = Object.fromEntries(pictures.map((path) => [path, image]))
  const { site, lines, isDone } = await importing({ ...files, ...images })
  expect(isDone).toBe(true)
  const count = /^Imported (.* images from \w+)\. /.exec(lines.at(-1) ?? '')?.[1]
  expect(count).toMatch(`posts and ${pictures.length} images from ${name}`)
  expect(lines.at(-1)).toBe(`Imported ${count}. Committed as 'Import ${count}'.`)

  expect(lines.slice(0, summary.length)).toEqual(summary)
  const year = String(new Date().getFullYear())
  const told = report.map((line) => line.replace('YYYY', year))
  const others = lines.filter((line) => !((line.split(': ')[0] ?? '') in written))
  const named = others.filter((line) => /^\S.*: (?:imported|skipped|not shown)/.test(line))
  expect(named.map(withoutDigests)).toEqual(told)
  for (const [path, text] of Object.entries(posts)) {
    expect(withoutDigests(site.text(path))).toBe(text)
  }
  const check = await checkContent({ contentDir: site.folder, timeZone: null })
  expect(check.problems).toEqual([])
  expect(site.git('status', '--porcelain')).toBe('')

  const server = await serve(site, { stateDir: join(makeFolder(), 'state') })
  atEnd(() => server.app.close())
  const wordsNamed: string[] = []
  for (const [path, text] of Object.entries(written)) {
    const said = lines.filter((line) => line.startsWith(`${path}: `)).join('\n')
    const id = /imported as posts\/\d+\/(\S+)\.md/.exec(said)?.[1] ?? ''
    const page = await renderedPage(server, id)
    const gone = marksGone(text, page, source)
    expect(gone.filter((mark) => !said.includes(mark))).toEqual([])
    expect(page).not.toMatch(/nobody ?reads/i)
    wordsNamed.push(...gone.filter((mark) => /\dw/.test(mark)))
  }
  // What is only named is rare among the 200 words of the two: titles of components and the like.
  expect(wordsNamed.length).toBeLessThan(10)
})
