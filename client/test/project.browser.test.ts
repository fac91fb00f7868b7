/** The page of a project with scripts: 'Check in' for the admin alone, and the list that goes on. */
import { expect, it } from 'vitest'
import { violationsOn } from '../../server/test/axe.ts'
import { adminOfFile, toast, visit } from '../../server/test/browser.ts'

const CHECK_INS = 21
const posts = Array.from({ length: CHECK_INS }, (_, index) => [
  `posts/cup-${index}.md`,
  `---\ntitle: Cup ${index}\ndate: 2026-01-02\nproject: cups\n---\nA cup.\n`,
])
const site = adminOfFile({
  ...Object.fromEntries(posts),
  'projects/cups.yaml':
    'title: Draw cups\ndue_date: 2099-01-01\ngoal: 30\nunit: cups\neach: 1\nlink: ""\n',
  'style.css': ':root { --heat-0: rgb(1, 2, 3) }\n',
  'projects/plain.yaml': 'title: No goal\ndue_date: 2099-01-01\n',
  'projects/long.yaml': 'title: Long\ndue_date: 2099-01-01\ngoal: 9\nunit: Zentimeter am Stück.\n',
  'posts/long.md': '---\ndate: 2026-01-02\nproject: long\namount: -98765.5\n---\nA row.\n',
})

it('Check in opens the quick post with the project, and the page has the check-in at once', async () => {
  const page = await site.enter('/admin', { expected: /401/ })
  await visit(page, '/projects/cups')
  const sentence = page.locator('.goal-sentence')
  expect(await sentence.innerText()).toBe('21 of 30 cups')
  const checkIn = page.getByRole('button', { name: 'Check in' })
  await checkIn.waitFor()
  // The panel's sheet, which has the public one in it, comes before the author's.
  const colour = () => getComputedStyle(document.documentElement).getPropertyValue('--heat-0')
  expect(await page.evaluate(colour)).toBe('rgb(1, 2, 3)')
  await checkIn.click()
  const dialog = page.getByRole('dialog', { name: 'Quick Post' })
  await dialog.locator('option', { hasText: 'Draw cups' }).waitFor({ state: 'attached' })
  expect(await dialog.getByLabel('Project').inputValue()).toBe('cups')
  expect(await violationsOn(page)).toEqual([])
  const amount = dialog.getByLabel('Amount (cups)')
  await dialog.getByLabel('Project').selectOption('plain')
  expect(await amount.count()).toBe(0)
  await dialog.getByLabel('Project').selectOption('cups')
  await dialog.getByLabel('Text').fill('Two cups, one of them broken.')
  // Opened elsewhere, the quick post has another unsaved text.
  await visit(page, '/admin')
  await page.getByRole('button', { name: 'Quick Post' }).click()
  expect(await dialog.getByLabel('Text').inputValue()).toBe('')
  await visit(page, '/projects/cups')
  await checkIn.click()
  expect(await dialog.getByLabel('Text').inputValue()).toBe('Two cups, one of them broken.')
  await amount.fill('two')
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('Enter a number like 3.5.').waitFor()
  await amount.fill('-0,5')
  await page.keyboard.press('Control+Enter')
  await toast(page, 'Post created!')
  await page.getByText('−0.5 cups').waitFor()
  expect(await sentence.innerText()).toBe('20.5 of 30 cups')
  const file = site.server.git('show', 'HEAD', '--format=')
  expect(file).toMatch(/^\+project: cups\n\+amount: -0.5$/m)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('−0.5 cups').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Goal', { exact: true }).fill('25')
  await page.getByLabel('Why does the goal change?').fill('Thirty was for show.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('from 30 cups to 25 cups').waitFor()
  expect(site.server.git('log', '-1', '--format=%b').trim()).toBe('Thirty was for show.')
})

it('visitors read the page, its further check-ins, and nothing of the panel', async () => {
  const page = await site.visit('/projects')
  await page.getByRole('link', { name: 'Draw cups' }).click()
  await page.getByRole('heading', { name: 'Draw cups' }).waitFor()
  await page.getByRole('link', { name: 'Load more' }).click()
  await page.waitForFunction(
    (count) => document.querySelectorAll('.entry').length === count,
    CHECK_INS,
  )
  expect(await page.getByRole('button', { name: 'Check in' }).count()).toBe(0)
})

it('a long amount beside a short text is within its entry', async () => {
  const page = await site.visit('/projects/long')
  const bottoms = await page
    .locator('.timeline > li, .entry-meta')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().bottom))
  expect(bottoms[1]).toBeLessThan(bottoms[0] ?? 0)
})

it('the fields of a goal are folded while they are empty', async () => {
  const page = await site.enter('/admin/projects')
  const goal = page.getByLabel('Goal', { exact: true })
  await page.getByRole('button', { name: 'Edit: No goal' }).click()
  expect(await goal.isVisible()).toBe(false)
  await page.getByText('Goal and stake').click()
  await goal.fill('Infinity')
  await page.getByText('Goal and stake').click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Enter a number like 3.5.').waitFor()
  await page.getByRole('button', { name: 'Edit: Draw cups' }).click()
  expect(await goal.isVisible()).toBe(true)
})
