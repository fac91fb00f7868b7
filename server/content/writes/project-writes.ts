/** The admin's writes of deadline projects and of the list of tags; made as those of posts. */

import { dayAt } from '#domain/days/zone.ts'
import { DEFAULT_TAGS } from '#domain/tag.ts'
import { AppError, BadRequestError, NotFoundError } from '../../errors.ts'
import { type BlobId, isVersion, type TreeFile, type WorkTree } from '../../git/repository.ts'
import { composeTagsFile } from '../formats/edits/compose-tags-file.ts'
import { composeProjectFile, patchProjectFile } from '../formats/edits/write-project-file.ts'
import { parseProjectFile } from '../formats/parse-project-file.ts'
import { idFromTitle } from '../formats/post-id.ts'
import { createNewIds } from '../index/new-ids.ts'
import type { ProjectRecord } from '../records.ts'
import type { ProjectInput, ProjectPatch, Saved } from '../store.ts'
import { mergeProjectPatch } from './merge-patches.ts'
import type { WriteEdges } from './post-writes.ts'
import { StaleRevisionError } from './stale-revision-error.ts'

const TAGS_PATH = 'tags.yaml'

interface ProjectChange {
  patch: ProjectPatch
  basedOn: BlobId | null
  /** Why a deadline moves. */
  reason: string
}

export function createProjectWrites({ repository, live, now }: WriteEdges) {
  const newIds = createNewIds({ kind: 'project', live })

  function checked(path: string, bytes: Uint8Array): ProjectRecord {
    const { value, problems } = parseProjectFile({ path, bytes })
    if (value === null) {
      throw new BadRequestError(
        `This cannot be saved: ${problems[0]?.reason ?? 'it is unreadable.'}`,
      )
    }
    return value
  }

  /** @throws NotFoundError, AppError 409 when the file is a problem */
  async function find(id: string, tree: WorkTree): Promise<[ProjectRecord, TreeFile]> {
    const path = live.snapshot().projectsById.get(id)?.path
    const file = path === undefined ? null : await tree.read(path)
    if (path === undefined || file === null) throw new NotFoundError('Project not found')
    const { value, problems } = parseProjectFile({ path, bytes: file.bytes })
    if (value !== null) return [value, file]
    const reason = problems[0]?.reason ?? ''
    throw new AppError(
      409,
      'unreadable_file',
      `The file of this project cannot be read, so it has to be repaired by hand first: ${reason}`,
    )
  }

  /** The patch to make in the newest form. @throws StaleRevisionError */
  async function fitted(
    [current, file]: [ProjectRecord, TreeFile],
    { patch, basedOn }: ProjectChange,
    tree: WorkTree,
  ): Promise<{ patch: ProjectPatch; merged: boolean }> {
    if (basedOn === null || isVersion(file, basedOn)) return { patch, merged: false }
    const bytes = await tree.readRevision(basedOn, current.path)
    const base = bytes && parseProjectFile({ path: current.path, bytes }).value
    const merged = base && mergeProjectPatch(base, patch, current)
    if (!merged) throw new StaleRevisionError(current, base)
    return { patch: merged, merged: true }
  }

  async function readBack(project: ProjectRecord): Promise<ProjectRecord> {
    await live.refresh([project.path])
    const current = live.snapshot().projectsById.get(project.id)
    return current?.revision === project.revision ? current : project
  }

  return {
    createProject(input: ProjectInput): Promise<Saved<ProjectRecord>> {
      const base = idFromTitle(input.title, dayAt(now(), live.snapshot().site.time_zone))
      return newIds.reserving(async (reserve) => {
        const { commit, value } = await repository.write<ProjectRecord>(async (tree) => {
          const pathOf = (id: string) => `projects/${id}.yaml`
          const path = pathOf(await reserve(base, (id) => tree.exists(pathOf(id))))
          const bytes = composeProjectFile(input)
          const project = checked(path, bytes)
          return {
            changes: [{ path, bytes }],
            subject: `Add project: ${project.title}`,
            value: project,
          }
        })
        return { value: await readBack(value), commit, merged: false }
      })
    },

    async saveProject(id: string, change: ProjectChange): Promise<Saved<ProjectRecord>> {
      const { commit, value } = await repository.write(async (tree) => {
        const [current, file] = await find(id, tree)
        const { path } = current
        const { patch, merged } = await fitted([current, file], change, tree)
        // `find` has seen to it that there is a project to change.
        const bytes = patchProjectFile({ path, bytes: file.bytes }, patch) ?? file.bytes
        const project = checked(path, bytes)
        const isMoved = project.due_date !== current.due_date
        return {
          changes: bytes.equals(file.bytes) ? [] : [{ path, bytes }],
          subject: `Update project: ${project.title}`,
          ...(isMoved && change.reason.trim() !== '' && { body: change.reason.trim() }),
          value: { project, merged },
        }
      })
      return { value: await readBack(value.project), commit, merged: value.merged }
    },

    async resetTags(): Promise<Saved<number>> {
      const { commit, value } = await repository.write(async (tree) => {
        const old = (await tree.read(TAGS_PATH))?.bytes ?? null
        const bytes = composeTagsFile(DEFAULT_TAGS, old)
        return {
          changes: old !== null && bytes.equals(old) ? [] : [{ path: TAGS_PATH, bytes }],
          subject: 'Reset tags',
          value: DEFAULT_TAGS.length,
        }
      })
      await live.refresh([TAGS_PATH])
      return { value, commit, merged: false }
    },
  }
}
