/** The admin's writes of deadline projects, made as those of posts. */
import { dayAt } from '#domain/days/zone.ts'
import { NotFoundError } from '../../errors.ts'
import type { BlobId, Planner, WorkTree, WritePlan } from '../../git/repository.ts'
import type { ContentWriter } from '../content-writer.ts'
import { idFromTitle } from '../formats/post-id.ts'
import {
  composeProjectFile,
  type ProjectInput,
  type ProjectPatch,
  parseProjectFile,
  patchProjectFile,
} from '../formats/project-file.ts'
import { freeId } from '../index/free-ids.ts'
import type { LiveContent } from '../live-content.ts'
import type { KeyedRequest, ProjectRecord, Saved } from '../records.ts'
import { fitChange, readable, StaleRevisionError, savable } from './fit-change.ts'
import { MadeOnce } from './made-once.ts'

interface ProjectWriteDeps {
  writer: ContentWriter
  live: LiveContent
  /** Milliseconds since 1970. */
  now: () => number
}

interface PlannedProject {
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

export class ProjectWrites {
  readonly #deps: ProjectWriteDeps
  readonly #once: MadeOnce<ProjectRecord>

  constructor(deps: ProjectWriteDeps) {
    this.#deps = deps
    this.#once = new MadeOnce(deps.now)
  }

  /** As `PostWrites.create`. */
  create(input: ProjectInput, request: KeyedRequest | null = null): Promise<Saved<ProjectRecord>> {
    const { live, now } = this.#deps
    const idBase = idFromTitle(input.title, dayAt(now(), live.snapshot().site.time_zone))
    return this.#once.create(request, () =>
      this.#save((tree) => planCreateProject(tree, { input, idBase }, live)),
    )
  }

  /** @param more `reason` becomes the commit's body. @throws as `PostWrites.save` */
  save(
    id: string,
    patch: ProjectPatch,
    more: { basedOn: BlobId | null; reason: string },
  ): Promise<Saved<ProjectRecord>> {
    return this.#save((tree) => planSaveProject(tree, { id, patch, ...more }, this.#deps.live))
  }

  async #save(plan: Planner<PlannedProject>): Promise<Saved<ProjectRecord>> {
    const { writer, live } = this.#deps
    const { commit, value } = await writer.write(plan)
    const { project, merged } = value
    // Someone may have changed it again meanwhile.
    const current = live.snapshot().projectsById.get(project.id)
    return { value: current?.revision === project.revision ? current : project, commit, merged }
  }
}

/** A new project under an id that nothing else has. @throws BadRequestError */
async function planCreateProject(
  tree: WorkTree,
  { input, idBase }: { input: ProjectInput; idBase: string },
  live: LiveContent,
): Promise<WritePlan<PlannedProject>> {
  const pathOf = (id: string) => `projects/${id}.yaml`
  const wanted = { kind: 'project', base: idBase, pathOf } as const
  const path = pathOf(await freeId(wanted, { tree, live }))
  const bytes = composeProjectFile(input)
  const project = savable(parseProjectFile({ path, bytes }))
  return {
    changes: [{ path, bytes }],
    subject: `Add project: ${project.title}`,
    value: { project, merged: false },
  }
}

/** A change of a project's fields; the reason for a moved deadline is the body of the commit. */
async function planSaveProject(
  tree: WorkTree,
  { id, patch, basedOn, reason }: ProjectSave,
  live: Pick<LiveContent, 'snapshot'>,
): Promise<WritePlan<PlannedProject>> {
  const path = live.snapshot().projectsById.get(id)?.path
  const file = path === undefined ? null : await tree.read(path)
  if (path === undefined || file === null) throw new NotFoundError('Project not found')
  const { value: current } = readable(parseProjectFile({ path, bytes: file.bytes }), 'project')
  const edit = (bytes: Buffer | null) => bytes && patchProjectFile({ path, bytes }, patch)
  const fitted = await fitChange(tree, { path, file, basedOn: basedOn ?? file.revision, edit })
  if (fitted.bytes === null) {
    const base = fitted.base && parseProjectFile({ path, bytes: fitted.base }).value
    throw new StaleRevisionError(current, base)
  }
  const { bytes, merged } = fitted
  const project = savable(parseProjectFile({ path, bytes }))
  const why = project.due_date === current.due_date ? '' : reason.trim()
  return {
    changes: bytes.equals(file.bytes) ? [] : [{ path, bytes }],
    subject: `Update project: ${project.title}`,
    ...(why !== '' && { body: why }),
    value: { project, merged },
  }
}
