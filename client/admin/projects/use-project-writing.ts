/** One writing of a project, new or not: its fields, what a form refuses, and a save that clashes. */
import { useState } from 'react'
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import type { Project } from '#domain/project.ts'
import { ApiError } from '../../data/api-client.ts'
import type { ProjectDraft } from '../forms/drafts.ts'
import { useDraft } from '../forms/use-draft.ts'
import { useSaves } from '../forms/use-saves.ts'
import { call } from '../frame/admin-api.ts'
import { SAID, sayFailed, saySaved } from '../frame/messages.ts'
import { type Saved, without } from '../posts/use-post-writing.ts'
import {
  isSameProjectForm,
  NEW_PROJECT,
  type ProjectFaults,
  type ProjectFields,
  projectBody,
  projectFaults,
  projectFields,
} from './project-form.ts'

export interface ProjectWriting {
  draft: ProjectDraft
  faults: ProjectFaults
  saving: boolean
  unsaved: boolean
  /** Whether this browser can keep what is unsaved. */
  kept: boolean
  saved: Saved | null
  /** The project as it is now, when a save was refused because of it. */
  theirs: Project | null
  change(fields: Partial<ProjectFields>): void
  /** Saves what the form has; saves wait for each other. True when git has all of it. */
  save(): Promise<boolean>
  /** Goes on from the project as it is now, with these fields. */
  resolve(theirs: Project, fields: ProjectFields): void
}

/** A draft counts as unsaved when it differs from what it started from. */
export function isUnsavedProject({ fields, start }: ProjectDraft): boolean {
  return !isSameProjectForm(fields, start ? projectFields(start) : NEW_PROJECT)
}

export function useProjectWriting(opened: ProjectDraft, onChanged: () => void): ProjectWriting {
  const { draft, newest, unsaved, kept, put } = useDraft(opened, isUnsavedProject)
  const [faults, setFaults] = useState<ProjectFaults>({})
  const [saved, setSaved] = useState<Saved | null>(null)
  const [theirs, setTheirs] = useState<Project | null>(null)

  const change = (fields: Partial<ProjectFields>) => {
    put({ ...newest.current, fields: { ...newest.current.fields, ...fields } })
    setFaults((known) => without(known, Object.keys(fields)))
  }

  const send = async (): Promise<boolean> => {
    const sent = newest.current
    try {
      const { data, meta } = await sendDraft(sent)
      put(savedProjectDraft(newest.current, sent, { project: data, merged: meta?.merged === true }))
      setSaved({ commit: meta?.commit ?? null })
      saySaved(sent.start ? SAID.projectUpdated : SAID.projectAdded, meta, onChanged)
      onChanged()
      return true
    } catch (error) {
      const failure = error instanceof ApiError ? error.failure : {}
      if (failure.fields) setFaults(failure.fields)
      // The answer of a refused save has the project as it is now.
      if (failure.code === 'conflict') setTheirs(failure.current as Project)
      sayFailed(sent.start ? 'Failed to update project' : 'Failed to add project', error)
      return false
    }
  }
  const saves = useSaves(send, () => isUnsavedProject(newest.current))

  const save = async (): Promise<boolean> => {
    const { fields, start } = newest.current
    const found = projectFaults(fields, start)
    setFaults(found)
    if (Object.keys(found).length > 0) return false
    return (await saves.save()) && !isUnsavedProject(newest.current)
  }

  const resolve = (start: Project, fields: ProjectFields) => {
    put({ ...newest.current, start, fields })
    setTheirs(null)
  }

  const { saving } = saves
  return { draft, faults, saving, unsaved, kept, saved, theirs, change, save, resolve }
}

function sendDraft({ start, fields }: ProjectDraft) {
  const body = projectBody(fields, start)
  if (start === null) return call<Project, SavedMeta>('POST', '/deadline-projects', body)
  const path = `/deadline-projects/${encodeURIComponent(start.id)}`
  return call<Project, SavedMeta>('PATCH', path, body)
}

/** The writing after a save: what was typed meanwhile stays unsaved. */
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
