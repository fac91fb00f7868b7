import { expect, it } from 'vitest'
import { projectOf } from '../../test/fixtures.ts'
import {
  NEW_PROJECT,
  type ProjectFields,
  projectBody,
  projectFaults,
  projectFields,
  statusChoices,
} from './project-form.ts'

const project = projectOf()

it('offers four statuses, and a foreign one as one more', () => {
  expect(statusChoices('On Hold')).toHaveLength(4)
  expect(statusChoices('Failed').at(-1)).toBe('Failed')
})

it.each<[string, Partial<ProjectFields>, string[]]>([
  ['nothing changed', {}, []],
  ['no title', { title: ' ' }, ['title']],
  ['no due date', { due_date: '' }, ['due_date']],
  ['half a link', { link: 'example.org' }, ['link']],
  ['a moved deadline without a reason', { due_date: '2026-12-24' }, ['reason']],
  ['a moved deadline with its reason', { due_date: '2026-12-24', reason: 'Ill.' }, []],
])('with %s has these faults', (_, part, faults) => {
  expect(Object.keys(projectFaults({ ...projectFields(project), ...part }, project))).toEqual(
    faults,
  )
})

it('needs a title and a due date when it is new, and no reason', () => {
  expect(Object.keys(projectFaults(NEW_PROJECT, null))).toEqual(['title', 'due_date'])
  expect(projectFaults({ ...NEW_PROJECT, title: 'a', due_date: '2026-12-24' }, null)).toEqual({})
})

it('sends a reason only with a move, and the version it started from', () => {
  const fields = { ...projectFields(project), reason: 'unused' }
  expect(projectBody(fields, project)).not.toHaveProperty('reason')
  expect(projectBody({ ...fields, due_date: '2026-12-24' }, project)).toMatchObject({
    reason: 'unused',
    revision: project.revision,
  })
  expect(projectBody(NEW_PROJECT, null)).not.toHaveProperty('revision')
})
