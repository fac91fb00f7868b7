/** The admin's calls on deadline projects. A project has no delete. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProjectRecord } from '../content/records.ts'
import type { ContentStore } from '../content/store.ts'
import { NotFoundError } from '../errors.ts'
import { projectAnswer } from '../queries/post-answer.ts'
import { savedOrConflict } from './http/conflict-answer.ts'
import { editRevision } from './http/edit-revision.ts'
import { pathPart, replyData, savedMeta } from './http/reply.ts'
import { checkProjectInput, checkProjectPatch } from './project-input.ts'

/** Handlers of the writes. */
export function createProjectCalls({ store }: { store: ContentStore }) {
  const answerOf = (project: ProjectRecord) => projectAnswer(project, store.snapshot())

  async function createProject(request: FastifyRequest, reply: FastifyReply) {
    const saved = await store.createProject(checkProjectInput(request.body))
    return replyData(reply, answerOf(saved.value), { meta: savedMeta(saved), statusCode: 201 })
  }

  async function updateProject(request: FastifyRequest, reply: FastifyReply) {
    const id = pathPart(request, 'id')
    if (!store.snapshot().projectsById.has(id)) throw new NotFoundError('Project not found')
    const { patch, reason, revision } = checkProjectPatch(request.body)
    const basedOn = editRevision(request, revision)
    const saved = await savedOrConflict(
      store.saveProject(id, patch, { basedOn, reason }),
      // A project's save conflicts with projects alone.
      (record) => answerOf(record as ProjectRecord),
    )
    return replyData(reply, answerOf(saved.value), { meta: savedMeta(saved) })
  }

  return { createProject, updateProject }
}
