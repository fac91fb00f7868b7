/** The projects admin in a browser, each action read back from git. */
import { expect, it } from 'vitest'
import { adminOfFile, toast } from '../../../server/test/browser.ts'

const project = (title: string, due: string, status = 'In Progress') =>
  `title: ${title}\ndue_date: ${due}\nstatus: ${status}\n`

const site = adminOfFile({
  'projects/ship.yaml': project('Ship', '2030-01-01', 'Almost Done'),
  'projects/late.yaml': `${project('Late', '2020-01-01')}goal: 30\nunit: cups\n`,
  'projects/done1.yaml': project('Done first', '2020-01-01', 'Done'),
  'projects/done2.yaml': project('Done later', '2030-01-01', 'Completed'),
})

it('a project is edited in its place; moving its deadline takes a reason', async () => {
  const page = await site.enter('/admin/projects')
  await page.getByRole('button', { name: 'Edit: Ship' }).click()
  expect(await page.getByLabel('Status').inputValue()).toBe('Almost Done')
  await page.getByLabel('Due Date').fill('2030-02-01')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Say in a line why the deadline moves.').waitFor()
  await page.getByLabel('Why does the deadline move?').fill('Ill for a week.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'Success', 'Project updated successfully')
  await page.waitForFunction(() => document.activeElement?.id === 'edit-ship')
  expect(site.server.git('log', '-1', '--format=%b').trim()).toBe('Ill for a week.')
  expect(site.server.git('show', 'HEAD:projects/ship.yaml')).toContain('status: Almost Done')
  await page.keyboard.press('e')
  expect(await page.getByLabel('Title').inputValue()).toBe('Ship')
})

it('what is late is said twice; another form that opens leaves the unsaved one, and it comes back', async () => {
  const page = await site.enter('/admin/projects')
  const active = page.locator('section', { hasText: 'Active Projects' }).last()
  const completed = page.locator('section', { hasText: 'Completed Projects' }).last()
  expect(await active.locator('.countdown').first().innerText()).toMatch(/^\d+ days overdue$/)
  expect(await active.locator('.overdue-again').innerText()).toMatch(/^\d+ days overdue$/)
  await active.getByText('0 of 30 cups').waitFor()
  expect(await completed.locator('h3').allInnerTexts()).toEqual(['Done later', 'Done first'])
  expect(await completed.locator('.countdown').count()).toBe(0)

  await page.getByRole('button', { name: 'Edit: Ship' }).click()
  await page.getByLabel('Title').fill('Ship it')
  await page.getByRole('button', { name: 'Add New Project' }).click()
  expect(await page.getByLabel('Title').inputValue()).toBe('')
  await page.locator('li', { hasText: 'Unsaved text' }).getByText('Ship', { exact: true }).waitFor()
  await site.server.call('PATCH', '/deadline-projects/ship', { title: 'Ship nothing' })
  await page.getByRole('button', { name: /^Edit: Ship/ }).click()
  expect(await page.getByLabel('Title').inputValue()).toBe('Ship it')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('The project was changed while you were writing').waitFor()
})

it('an open form stays in its place while its status is saved', async () => {
  const page = await site.enter('/admin/projects')
  await page.getByRole('button', { name: 'Edit: Late' }).click()
  await page.getByLabel('Status').selectOption('Completed')
  await page.getByLabel('Link').fill('https://a.example')
  await page.keyboard.press('Control+s')
  await toast(page, 'Success')
  await page.getByLabel('Link').pressSequentially('/b')
  expect(await page.getByLabel('Status').inputValue()).toBe('Completed')
  expect(await page.getByLabel('Link').inputValue()).toBe('https://a.example/b')
  expect(await page.locator('.project-form [required]').count()).toBe(0)
})
