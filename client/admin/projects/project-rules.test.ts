import { expect, it } from 'vitest'
import { projectOf } from '../../test/fixtures.ts'
import type { ProjectDraft } from '../forms/drafts.ts'
import { projectFields } from './project-form.ts'
import { isUnsavedProject, savedProjectDraft } from './project-rules.ts'

const start = projectOf()
const project = projectOf({ due_date: '2026-12-24', revision: 'new' })
const opened: ProjectDraft = {
  kind: 'project',
  key: 'k',
  keptAt: 0,
  start,
  fields: projectFields(start),
}
const sent = { ...opened, fields: { ...opened.fields, due_date: '2026-12-24', reason: 'Ill.' } }
const typedOn = { ...sent, fields: { ...sent.fields, title: 'Ship v2' } }

it('a form is unsaved once it differs from what it started from', () => {
  expect(isUnsavedProject(opened)).toBe(false)
  expect(isUnsavedProject({ ...opened, fields: { ...opened.fields, title: ' Ship v1 ' } })).toBe(
    false,
  )
  expect(isUnsavedProject(sent)).toBe(true)
})

it('a saved form is the project that git has', () => {
  const saved = savedProjectDraft(sent, sent, { project, merged: false })
  expect(saved).toMatchObject({ start: project, fields: projectFields(project) })
  expect(isUnsavedProject(saved)).toBe(false)
})

it('what was typed during the save stays, without the reason that is used up', () => {
  const saved = savedProjectDraft(typedOn, sent, { project, merged: false })
  expect(saved).toMatchObject({ start: project, fields: { title: 'Ship v2', reason: '' } })
  expect(isUnsavedProject(saved)).toBe(true)
})

it('what was typed during a save that merged is merged again by the next', () => {
  expect(savedProjectDraft(typedOn, sent, { project, merged: true })).toBe(typedOn)
})
