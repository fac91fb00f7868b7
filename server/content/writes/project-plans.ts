/** Plans of the admin's changes of deadline projects and of the list of tags, made as those of posts. */
import { DEFAULT_TAGS } from '#domain/tag.ts'
import { AppError, BadRequestError, NotFoundError } from '../../errors.ts'
import {
  type BlobId,
  isVersion,
  type TreeFile,
  type WorkTree,
  type WritePlan,
} from '../../git/repository.ts'
import { composeTagsFile } from '../formats/edits/compose-tags-file.ts'
import { composeProjectFile, patchProjectFile } from '../formats/edits/write-project-file.ts'
import { parseProjectFile } from '../formats/parse-project-file.ts'
import type { Reserve } from '../index/new-ids.ts'
import type { LiveContent } from '../live-content.ts'
import type { ProjectRecord } from '../records.ts'
import type { ProjectInput, ProjectPatch } from '../store.ts'
import { mergeProjectPatch } from './merge-patches.ts'
import { StaleRevisionError } from './stale-errors.ts'

export const TAGS_PATH = 'tags.yaml'

export interface PlannedProject {
  project: ProjectRecord
  merged: boolean
}

interface ProjectSave {
  id: string
  patch: ProjectPatch
  /** The revision the edit began from; null when the newest is meant. */
  basedOn: BlobId | null
  /** Why a deadline moves. */
  reason: string
}

/** A new project under an id that nothing else has. @throws BadRequestError */
export async function planCreateProject(
  tree: WorkTree,
  { input, idBase }: { input: ProjectInput; idBase: string },
  { reserve }: { reserve: Reserve },
): Promise<WritePlan<PlannedProject>> {
  const pathOf = (id: string) => `projects/${id}.yaml`
  const path = pathOf(await reserve(idBase, (id) => tree.exists(pathOf(id))))
  const bytes = composeProjectFile(input)
  const project = checkedProject(path, bytes)
  return {
    changes: [{ path, bytes }],
    subject: `Add project: ${project.title}`,
    value: { project, merged: false },
  }
}

/**
 * A change of a project's fields; the reason for a moved deadline is the body of the commit.
 * @throws NotFoundError, StaleRevisionError, BadRequestError, AppError 409 when the file is a problem
 */
export async function planSaveProject(
  tree: WorkTree,
  save: ProjectSave,
  deps: { live: Pick<LiveContent, 'snapshot'> },
): Promise<WritePlan<PlannedProject>> {
  const { current, file } = await findProject(tree, save.id, deps)
  const { path } = current
  const { patch, merged } = await fittedPatch(tree, { ...save, current, file })
  // `findProject` has read it, so there is a project to change.
  const bytes = patchProjectFile({ path, bytes: file.bytes }, patch) ?? file.bytes
  const project = checkedProject(path, bytes)
  const reason = project.due_date === current.due_date ? '' : save.reason.trim()
  return {
    changes: bytes.equals(file.bytes) ? [] : [{ path, bytes }],
    subject: `Update project: ${project.title}`,
    ...(reason !== '' && { body: reason }),
    value: { project, merged },
  }
}

/** Writes the default tags. The value is how many. */
export async function planResetTags(tree: WorkTree): Promise<WritePlan<number>> {
  const old = (await tree.read(TAGS_PATH))?.bytes ?? null
  const bytes = composeTagsFile(DEFAULT_TAGS, old)
  return {
    changes: old !== null && bytes.equals(old) ? [] : [{ path: TAGS_PATH, bytes }],
    subject: 'Reset tags',
    value: DEFAULT_TAGS.length,
  }
}

async function findProject(
  tree: WorkTree,
  id: string,
  { live }: { live: Pick<LiveContent, 'snapshot'> },
): Promise<{ current: ProjectRecord; file: TreeFile }> {
  const path = live.snapshot().projectsById.get(id)?.path
  const file = path === undefined ? null : await tree.read(path)
  if (path === undefined || file === null) throw new NotFoundError('Project not found')
  const { value, problems } = parseProjectFile({ path, bytes: file.bytes })
  if (value !== null) return { current: value, file }
  const reason = problems[0]?.reason ?? ''
  throw new AppError(
    409,
    'unreadable_file',
    `The file of this project cannot be read, so it has to be repaired by hand first: ${reason}`,
  )
}

/** The patch to make in the newest form. @throws StaleRevisionError */
async function fittedPatch(
  tree: WorkTree,
  { current, file, patch, basedOn }: ProjectSave & { current: ProjectRecord; file: TreeFile },
): Promise<{ patch: ProjectPatch; merged: boolean }> {
  if (basedOn === null || isVersion(file, basedOn)) return { patch, merged: false }
  const bytes = await tree.readRevision(basedOn, current.path)
  const base = bytes && parseProjectFile({ path: current.path, bytes }).value
  const fitted = base && mergeProjectPatch(base, patch, current)
  if (!fitted) throw new StaleRevisionError(current, base)
  return { patch: fitted, merged: true }
}

/** A save must not make a file that cannot be read. @throws BadRequestError */
function checkedProject(path: string, bytes: Uint8Array): ProjectRecord {
  const { value, problems } = parseProjectFile({ path, bytes })
  if (value !== null) return value
  throw new BadRequestError(`This cannot be saved: ${problems[0]?.reason ?? 'it is unreadable.'}`)
}
