/** The admin's calls on deadline projects. A project cannot be deleted. */
import * as z from 'zod'
import { savedMetaSchema } from '#domain/answers/admin-answers.ts'
import { projectSchema } from '#domain/answers/public-answers.ts'
import { type ProjectFields, REASON_LENGTH_MAX } from '#domain/project.ts'
import { cleanLines } from '#domain/texts/control-characters.ts'
import { revisionField, storableText } from '../content/formats/input-fields.ts'
import { PROJECTS } from '../content/formats/project-file.ts'
import { createRecord, saveRecord } from '../content/writes/collection-writes.ts'
import { NotFoundError, ValidationError } from '../errors.ts'
import { projectAnswer } from '../queries/project-answer.ts'
import { defineCall, idParams } from './call.ts'
import { baseRevision, omitUndefined } from './check-input.ts'
import { savedAnswer } from './saved-answer.ts'

const projectInputSchema = z.object(PROJECTS.inputs)

/** Absent fields stay as they are. */
const projectPatchSchema = projectInputSchema.partial().extend({
  revision: revisionField.optional(),
  reason: storableText('reason')
    .overwrite(cleanLines)
    .max(REASON_LENGTH_MAX, `The reason has more than ${REASON_LENGTH_MAX} characters.`)
    .nullable()
    .optional(),
})

/** @param current null for a new project @throws ValidationError for a goal that is the start */
function checkGoal(patch: Partial<ProjectFields>, current: ProjectFields | null): void {
  const { goal = current?.goal ?? null, start = current?.start ?? 0 } = patch
  if (goal === null || goal !== start) return
  const field = patch.goal === undefined ? 'start' : 'goal'
  throw new ValidationError({ [field]: 'The goal must differ from the start.' })
}

const saved = { data: projectSchema, meta: savedMetaSchema } as const

export const createProject = defineCall({
  ...saved,
  summary: 'Add a deadline project',
  body: projectInputSchema,
  statusCode: 201,
  isKeyed: true,
  async handle({ body: { title, due_date, ...rest } }, { store, context }) {
    const input = { title, due_date, ...omitUndefined(rest) }
    checkGoal(input, null)
    return savedAnswer(createRecord(store, PROJECTS, input), (project) =>
      projectAnswer(project, store.snapshot(), context().today),
    )
  },
})

export const updateProject = defineCall({
  ...saved,
  summary: 'Change a deadline project; absent fields stay unchanged',
  params: idParams,
  body: projectPatchSchema,
  conflict: true,
  async handle({ params: { id }, body, request }, { store, context }) {
    const current = store.snapshot().projectNamed(id)
    if (!current) throw new NotFoundError('Project not found')
    const { revision, reason, ...rest } = body
    const patch = omitUndefined(rest)
    checkGoal(patch, current)
    const basedOn = baseRevision(request, revision)
    const change = { id: current.id, patch, basedOn, reason: reason ?? '' }
    return savedAnswer(saveRecord(store, PROJECTS, change), (project) =>
      projectAnswer(project, store.snapshot(), context().today),
    )
  },
})
