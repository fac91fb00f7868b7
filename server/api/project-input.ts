/** What a deadline project may be made of. */
import * as z from 'zod'
import { isDay } from '#domain/days/day.ts'
import { PROJECT_STATUSES } from '#domain/project.ts'
import { cleanLines } from '#domain/texts/control-characters.ts'
import type { ProjectInput, ProjectPatch } from '../content/store.ts'
import {
  addressField,
  checkBody,
  given,
  revisionField,
  storableText,
  tagsField,
  titleField,
} from './http/checked-fields.ts'

const REASON_LENGTH_MAX = 1000

/** Body of `POST /deadline-projects`. */
export const projectInputForm = z.object({
  title: titleField,
  due_date: storableText('due date', 'Enter a due date.').trim().refine(isDay, {
    error: 'Enter a due date like 2026-12-31.',
  }),
  tags: tagsField.optional(),
  status: z
    .enum(PROJECT_STATUSES, { error: `The status must be one of ${PROJECT_STATUSES.join(', ')}.` })
    .optional(),
  link: addressField('link').optional(),
})

/** Body of `PATCH /deadline-projects/{id}`: absent fields stay as they are. */
export const projectPatchForm = projectInputForm.partial().extend({
  revision: revisionField.optional(),
  reason: storableText('reason')
    .overwrite(cleanLines)
    .max(REASON_LENGTH_MAX, `The reason has more than ${REASON_LENGTH_MAX} characters.`)
    .nullable()
    .optional(),
})

/** A new project's fields. @throws ValidationError, BadRequestError */
export function checkProjectInput(body: unknown): ProjectInput {
  const { title, due_date, ...rest } = checkBody(projectInputForm, body)
  return { title, due_date, ...given(rest) }
}

/** A project's changed fields, why its deadline moved, and the revision the change began from.
 * @throws ValidationError, BadRequestError */
export function checkProjectPatch(body: unknown): {
  patch: ProjectPatch
  reason: string
  revision: string | null
} {
  const { revision, reason, ...patch } = checkBody(projectPatchForm, body)
  return { patch: given(patch), reason: reason ?? '', revision: revision || null }
}
