/** The projects admin in a browser, each action read back from git. */
import { expect, it } from 'vitest'
import { startAdmin, toast, withBrowser } from '../../../server/test/admin-browser.ts'
import { intercept } from '../../../server/test/browser.ts'

withBrowser()

const project = (title: string, due: string, status = 'In Progress', more = '') =>
  `title: ${title}\ndue_date: ${due}\nstatus: ${status}\n${more}`

it('a project is added, with its due date said in full', async () => {
  const { enter, subjects, server } = await startAdmin()
  const page = await enter('/admin/projects')
  await page.getByText('No active projects.').waitFor()
  await page.getByText('No completed projects.').waitFor()
  await page.getByRole('button', { name: 'Add New Project' }).click()
  expect(await page.getByLabel('Status').inputValue()).toBe('Not Started')
  await page.getByRole('button', { name: 'Add Project' }).click()
  await page.getByText('Enter a title.').waitFor()
  await page.getByText('Enter a due date.').waitFor()
  await page.getByLabel('Title').fill(' Ship v1 ')
  await page.getByLabel('Due Date').fill('2030-12-31')
  await page.getByText('Tuesday, December 31, 2030').waitFor()
  await page.getByRole('button', { name: 'Writing' }).click()
  await page.getByRole('button', { name: 'Cooking' }).click()
  await page.getByRole('button', { name: 'Add Project' }).click()
  await toast(page, 'Project added', 'New project has been added.')
  expect(subjects()[0]).toBe('Add project: Ship v1')
  expect(server.git('show', 'HEAD:projects/ship-v1.yaml')).toMatch(
    /title: Ship v1\n[\s\S]*2030-12-31[\s\S]*Writing[\s\S]*Cooking/,
  )
  await page.getByRole('heading', { name: 'Ship v1' }).waitFor()
  await page.getByText('No project link provided').waitFor()
  await page.getByRole('button', { name: 'Add New Project' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByRole('button', { name: 'Add Project' }).count()).toBe(0)
})

it('a project is edited in its place; moving its deadline takes a reason', async () => {
  const { enter, subjects, server } = await startAdmin({
    'projects/ship.yaml': project('Ship', '2030-01-01', 'Almost Done'),
  })
  const page = await enter('/admin/projects')
  await page.getByRole('button', { name: 'Edit: Ship' }).click()
  const statuses = await page.getByLabel('Status').locator('option').allInnerTexts()
  expect(statuses).toEqual(['Not Started', 'In Progress', 'Completed', 'On Hold', 'Almost Done'])
  expect(await page.getByLabel('Status').inputValue()).toBe('Almost Done')
  await page.getByLabel('Due Date').fill('2030-02-01')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Say in a line why the deadline moves.').waitFor()
  await page.getByLabel('Why does the deadline move?').fill('Ill for a week.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'Success', 'Project updated successfully')
  expect(subjects()[0]).toBe('Update project: Ship')
  expect(server.git('log', '-1', '--format=%b').trim()).toBe('Ill for a week.')
  const file = server.git('show', 'HEAD:projects/ship.yaml')
  expect(file).toContain('2030-02-01')
  expect(file).toContain('status: Almost Done')
  await expect
    .poll(
      async () =>
        (await server.ask<{ moves: unknown[] }[]>('GET', '/deadline-projects')).data[0]?.moves
          .length,
    )
    .toBe(1)
  await page.reload()
  await page.getByRole('button', { name: 'Edit: Ship' }).click()
  await page.getByText('Jan 1, 2030 to Feb 1, 2030: Ill for a week.').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit: Ship' }).waitFor()
})

it('projects stand as active or completed, with what is late said twice', async () => {
  const { enter, server } = await startAdmin({
    'projects/late.yaml': project('Late', '2020-01-01'),
    'projects/done1.yaml': project(
      'Done first',
      '2020-01-01',
      'Done',
      'link: https://p.example/\n',
    ),
    'projects/done2.yaml': project('Done later', '2030-01-01', 'Completed'),
  })
  const page = await enter('/admin/projects')
  const active = page.locator('section', { hasText: 'Active Projects' }).last()
  const completed = page.locator('section', { hasText: 'Completed Projects' }).last()
  expect(await active.locator('.countdown').innerText()).toMatch(/^\d+ days overdue$/)
  expect(await active.locator('.overdue-again').innerText()).toMatch(/^\d+ days overdue$/)
  expect(await completed.locator('h3').allInnerTexts()).toEqual(['Done later', 'Done first'])
  expect(await completed.locator('.countdown').count()).toBe(0)
  expect(await completed.locator('a').first().getAttribute('href')).toBe('https://p.example/')

  await page.getByRole('button', { name: 'Edit: Late' }).click()
  server.git('rm', '-q', 'projects/late.yaml')
  server.git('commit', '-qm', 'Gone by hand')
  await expect
    .poll(async () => (await server.ask<unknown[]>('GET', '/deadline-projects')).data.length)
    .toBe(2)
  await page.getByRole('button', { name: 'Add New Project' }).click()
  await page.getByLabel('Title').last().fill('Next')
  const form = page.getByRole('region', { name: 'New project' })
  await form.getByLabel('Title').fill('Next')
  await form.getByLabel('Due Date').fill('2030-01-01')
  await form.getByRole('button', { name: 'Add Project' }).click()
  await page.getByText('Error: Project data not found').waitFor()
})

it('failures are said, and loading too', async () => {
  const { visit, enter, context } = await startAdmin({
    'projects/ship.yaml': project('Ship', '2030-01-01'),
  })
  const page = await enter('/admin/projects')
  await page.getByRole('button', { name: 'Edit: Ship' }).click()
  const body = JSON.stringify({ error: 'No space is left.', code: 'storage_full' })
  await intercept(context, '**/api/deadline-projects**', (route) =>
    route.fulfill({ status: 507, body }),
  )
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'Failed to update project', 'No space is left.')
  await page.getByRole('button', { name: 'Add New Project' }).click()
  const form = page.getByRole('region', { name: 'New project' })
  await form.getByLabel('Title').fill('Next')
  await form.getByLabel('Due Date').fill('2030-01-01')
  await form.getByRole('button', { name: 'Add Project' }).click()
  await toast(page, 'Failed to add project', 'No space is left.')
  const again = await visit('/admin/projects')
  await toast(again, 'Error', 'Failed to load deadline projects')
  await context.unroute('**/api/deadline-projects**')
  await intercept(context, '**/api/deadline-projects', () => new Promise(() => {}))
  const slow = await visit('/admin/projects')
  await slow.getByText('Loading projects admin panel...').waitFor()
})
