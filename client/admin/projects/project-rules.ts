/** How the form of a project is saved: what is sent, which messages show, and what stays unsaved. */
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import type { Project } from '#domain/project.ts'
import { createHeaders, type ProjectDraft } from '../forms/drafts.ts'
import type { Form, FormConflict, FormRules } from '../forms/use-form.ts'
import { call } from '../frame/admin-api.ts'
import { MESSAGES } from '../frame/messages.ts'
import {
  isSameProjectForm,
  NEW_PROJECT,
  type ProjectFields,
  projectBody,
  projectFaults,
  projectFields,
} from './project-form.ts'

export type ProjectEditing = Form<ProjectDraft, FormConflict<Project>>

/** The rules of a project's form; `onSaved` is called after each save. */
export function projectRules(onSaved: () => void): FormRules<ProjectDraft, Project> {
  return {
    isUnsaved: isUnsavedProject,
    faultsOf: ({ fields, start }) => projectFaults(fields, start),
    send: sendDraft,
    adopt: (draft, made) => ({ ...draft, start: made }),
    afterSave: (newest, sent, { version, merged }) =>
      savedProjectDraft(newest, sent, { project: version, merged }),
    savedWords: ({ title }, { start }) => ({
      ...(start ? MESSAGES.projectUpdated : MESSAGES.projectAdded),
      about: title,
    }),
    failedWords: ({ start }) => (start ? 'Failed to update project' : 'Failed to add project'),
    onSaved,
  }
}

/** A draft counts as unsaved when it differs from what it started from. */
export function isUnsavedProject({ fields, start }: ProjectDraft): boolean {
  return !isSameProjectForm(fields, start ? projectFields(start) : NEW_PROJECT)
}

/** Changes fields of a project's form. */
export function changeProject({ change }: ProjectEditing, fields: Partial<ProjectFields>): void {
  change((draft) => ({ ...draft, fields: { ...draft.fields, ...fields } }), Object.keys(fields))
}

function sendDraft(draft: ProjectDraft) {
  const { start, fields } = draft
  const body = projectBody(fields, start)
  if (start === null) {
    return call<Project, SavedMeta>('POST', '/deadline-projects', body, createHeaders(draft))
  }
  const path = `/deadline-projects/${encodeURIComponent(start.id)}`
  return call<Project, SavedMeta>('PATCH', path, body)
}

/** The draft after a save: what was typed meanwhile stays unsaved. */
export function savedProjectDraft(
  newest: ProjectDraft,
  sent: ProjectDraft,
  { project, merged }: { project: Project; merged: boolean },
): ProjectDraft {
  if (isSameProjectForm(newest.fields, sent.fields)) {
    return { ...newest, start: project, fields: projectFields(project) }
  }
  // What was merged in is not in the form that is being filled: the next save must merge it again.
  if (merged) return newest
  // The reason was for the move that is saved now.
  const reason = newest.fields.reason === sent.fields.reason ? '' : newest.fields.reason
  return { ...newest, start: project, fields: { ...newest.fields, reason } }
}
