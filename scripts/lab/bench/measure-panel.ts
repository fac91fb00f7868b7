/**
 * How the blog admin feels with many posts: it is opened, searched and filtered in a browser, and
 * every task that held the page up for more than 50 ms is printed beside how long the list took to
 * come. `node scripts/lab/run-ts.mjs scripts/lab/bench/measure-panel.ts --posts 10000 --rounds 3`
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../../chromium.mjs'
import { startBuiltServer } from '../built-server.ts'
import { open } from '../pictures/pictures.ts'
import { logIn } from '../pictures/shots-admin.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { makeSite } from './measured-site.ts'

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
})

/** What an admin does, each until its list is there. */
const STEPS: readonly [name: string, act: (tab: Page) => Promise<unknown>][] = [
  ['open', (tab) => tab.reload()],
  ['search for a word', (tab) => tab.getByLabel('Search posts').fill('the')],
  ['search for nothing', (tab) => tab.getByLabel('Search posts').fill('xyzzy')],
  ['clear the search', (tab) => tab.getByLabel('Search posts').fill('')],
  ['type: essays', (tab) => tab.getByLabel('Type').selectOption('essay')],
  ['state: drafts', (tab) => tab.getByLabel('State').selectOption('draft')],
  ['state: all', (tab) => tab.getByLabel('State').selectOption('')],
  ['load more', (tab) => tab.getByRole('button', { name: 'Load more' }).click()],
]

await inTemporaryFolder('measure-panel', async (folder) => {
  const site = await makeSite({ folder, posts: Number(values.posts), seed: Number(values.seed) })
  const { contentDir } = site
  const server = await startBuiltServer({ contentDir, stateDir: join(folder, 'state') })
  const browser = await chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const token = await logIn(server)
    await context.addInitScript((kept) => localStorage.setItem('authToken', kept), token)
    await context.addInitScript(noteLongTasks)
    const tab = await context.newPage()
    await open(tab, server, '/admin/blog')
    await tab.locator('.admin-row').first().waitFor()
    console.log(`${values.posts} posts; milliseconds until the list is there, and long tasks:`)
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      for (const [name, act] of STEPS) console.log(`${round}  ${await measured(tab, name, act)}`)
    }
  } finally {
    await browser.close()
    await server.stop()
  }
})

async function measured(tab: Page, name: string, act: (tab: Page) => Promise<unknown>) {
  await takeLongTasks(tab)
  const started = performance.now()
  const answered = tab.waitForResponse('**/api/posts/admin?*')
  await act(tab)
  await answered
  await tab.locator('.admin-rows[aria-busy="false"], .notice').first().waitFor()
  const took = performance.now() - started
  // A task is told of only after its end.
  await tab.waitForTimeout(200)
  const tasks = await takeLongTasks(tab)
  const words = tasks.length === 0 ? 'none' : tasks.map((ms) => `${ms} ms`).join(', ')
  return `${name.padEnd(20)}${String(Math.round(took)).padStart(6)}   over 50 ms: ${words}`
}

interface Noting {
  longTasks: number[]
}

/** Runs in the page. */
function noteLongTasks(): void {
  const longTasks: number[] = []
  Object.assign(window, { longTasks })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration))
  }).observe({ type: 'longtask', buffered: true })
}

function takeLongTasks(tab: Page): Promise<number[]> {
  // Put there by noteLongTasks.
  return tab.evaluate(() => (window as unknown as Noting).longTasks.splice(0))
}
