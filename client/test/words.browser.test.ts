/**
 * Every fixed text for visitors, and the screen it is found on, as a visitor sees it: only what is
 * visible counts. The admin's half stands with the admin's screens.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { intercept, type Site, siteInBrowser, TODAY, visit } from '../../server/test/browser.ts'
import { emptySiteFiles, filledSiteFiles, movedProject } from '../../server/test/site-files.ts'

const filled = siteInBrowser(filledSiteFiles(TODAY), movedProject(TODAY))
const empty = siteInBrowser(emptySiteFiles())

type Screen = (() => Promise<Page>) | string

const WORDS: readonly [screen: string, open: Screen, texts: readonly string[]][] = [
  ['the top bar', '/', ['Writing', 'Resources', 'About', 'G.A.P.']],
  [
    'home',
    '/',
    [
      'Blog',
      'Recent Posts',
      'Read',
      'Read More',
      'admin',
      'This week',
      'This month',
      'Longest streak',
      'Total posts',
      'Failure Days',
    ],
  ],
  ['a filtered home', '/?tag=Writing', ['Clear Filter']],
  [
    'a home without posts',
    () => at(empty, '/'),
    ['No posts yet', 'Check back soon for new content!', 'No featured posts yet'],
  ],
  ['a failing home', () => failing('/'), ['Error', 'Failed to load posts', 'Try Again']],
  [
    'essays',
    '/essays',
    ['Essays', 'Longer-form thoughts', 'November 20, 2026', 'min read', 'words', 'Read Essay'],
  ],
  ['filtered essays', '/essays?tag=Writing', ['Clear Filter']],
  ['no essays', () => at(empty, '/essays'), ['No essays yet. Check back soon!']],
  ['failing essays', () => failing('/essays'), ['Failed to load essays', 'Try Again', 'Error']],
  ['essays on their way', () => waiting('/essays'), ['Loading essays...']],
  ['short posts', '/short-posts', ['Short Posts', 'November 18, 2026', '46 words']],
  ['failing short posts', () => failing('/short-posts'), ['Failed to load posts', 'Try Again']],
  [
    'about',
    '/about',
    [
      'Technology & Innovation',
      'Software Development',
      'AI & Machine Learning',
      'Business & Strategy',
      'Impact & Innovation',
      'Community & Social Impact',
      'Startups & Entrepreneurship',
      'Writing',
      'Personal Development',
      'Fitness & Health',
      'Cooking',
      'Drawing',
      '% of Posts by Sub-Vertical',
    ],
  ],
  ['about without posts', () => at(empty, '/about'), ['No posts yet.']],
  ['an essay', '/post/every-element', ['Essay', 'words', 'min read', 'Back to Essays']],
  ['a short post', '/post/older-1', ['Short', 'Back to Short Posts']],
  ['a link post', '/post/changelog', ['Link', 'Keep a changelog', 'Back to Home']],
  ['an unknown post', '/post/nothing', ['Post not found', 'Back to Home', 'Error']],
  ['a failing post', () => failingPost(), ['Failed to load post', 'Error']],
  ['the reading list', '/resources/reading-list', ['Recommended']],
  ['learning AI', '/resources/learning-ai', ['Free']],
  [
    'projects',
    '/projects',
    [
      'Current Projects',
      'Friday, November 20, 2026',
      '2 days overdue',
      'Due today',
      '5 days remaining',
      '100 days remaining',
      'In Progress',
      'On Hold',
      'Not Started',
      'Project Stats',
      'Completed Projects',
      'Completed',
      'Done',
      'Missing evidence',
      'Moved once, 19 days later than first promised',
    ],
  ],
  ['no projects', () => at(empty, '/projects'), ['No active projects found.']],
  ['failing projects', () => failing('/projects'), ['Failed to load projects', 'Error']],
  [
    'stats',
    '/stats',
    ['Project Stats', '% of Posts by Sub-Vertical', 'Posting Frequency (Past Year)'],
  ],
  ['stats on their way', () => waiting('/stats'), ['Loading streak...']],
  ['no page', '/nowhere', ['Oops! Page not found']],
]

it('every screen has its texts', async () => {
  const reader = await filled.tab({ expected })
  for (const [screen, open, texts] of WORDS) {
    if (typeof open === 'string') await visit(reader, open)
    const page = typeof open === 'string' ? reader : await open()
    for (const text of texts) {
      const message = `${screen}: ${text}`
      await expect.poll(() => page.locator('body').innerText(), { message }).toContain(text)
    }
  }
})

const expected = /404|Failed to load/

async function at(site: Site, path: string): Promise<Page> {
  const page = await site.tab({ expected })
  await visit(page, path)
  return page
}

/** Moves to a page inside the site with the API answering as `answer` says. */
async function moved(path: string, status: number | null): Promise<Page> {
  const start = path === '/search' ? '/about' : '/search'
  const page = await at(filled, start)
  await intercept(page, '**/api/**', (route) =>
    status === null ? undefined : route.fulfill({ status, json: {} }),
  )
  await page
    .locator(`a[href="${path}"]`)
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await page.waitForURL(`**${path}`)
  return page
}

const failing = (path: string) => moved(path, 400)
const waiting = (path: string) => moved(path, null)

/** The page is home again by the time it is seen; what remains is the toast. */
async function failingPost(): Promise<Page> {
  const page = await at(filled, '/essays')
  await intercept(page, '**/api/posts/by-id/**', (route) =>
    route.fulfill({ status: 400, json: {} }),
  )
  await page.locator('main article a').first().click()
  await page.waitForURL(`${filled.server.address}/`)
  return page
}
