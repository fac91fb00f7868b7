/** The admin's writes of deadline projects, made as those of posts. */
import { dayAt } from '#domain/days/zone.ts'
import type { BlobId, WorkTree } from '../../git/repository.ts'
import type { ContentPlan, ContentWriter } from '../content-writer.ts'
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
import { changedRecord, KeyedCreates, savable } from './record-writes.ts'

interface ProjectWriteDeps {
  writer: ContentWriter
  live: LiveContent
  /** Milliseconds since 1970. */
  now: () => number
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
  readonly #creates: KeyedCreates<ProjectRecord>

  constructor(deps: ProjectWriteDeps) {
    this.#deps = deps
    this.#creates = new KeyedCreates(deps.now)
  }

  /** As `PostWrites.create`. */
  create(input: ProjectInput, request: KeyedRequest | null = null): Promise<Saved<ProjectRecord>> {
    const { writer, live, now } = this.#deps
    const base = idFromTitle(input.title, dayAt(now(), live.snapshot().site.time_zone))
    return this.#creates.once(request, () =>
      writer.write((tree) => planCreateProject(tree, { input, base }, live)),
    )
  }

  /** @param more `reason` becomes the commit's body. @throws as `PostWrites.save` */
  save(
    id: string,
    patch: ProjectPatch,
    more: { basedOn: BlobId | null; reason: string },
  ): Promise<Saved<ProjectRecord>> {
    const { writer, live } = this.#deps
    return writer.write((tree) => planSaveProject(tree, { id, patch, ...more }, live))
  }
}

/** A new project under an id that nothing else has. @throws BadRequestError */
async function planCreateProject(
  tree: WorkTree,
  { input, base }: { input: ProjectInput; base: string },
  live: LiveContent,
): Promise<ContentPlan<ProjectRecord>> {
  const pathOf = (id: string) => `projects/${id}.yaml`
  const path = pathOf(await freeId({ kind: 'project', base, pathOf }, { tree, live }))
  const bytes = composeProjectFile(input)
  const record = savable(parseProjectFile({ path, bytes }))
  return {
    changes: [{ path, bytes }],
    subject: `Add project: ${record.title}`,
    value: record,
  }
}

/** A change of a project's fields; the reason for a moved deadline is the body of the commit. */
async function planSaveProject(
  tree: WorkTree,
  { id, patch, basedOn, reason }: ProjectSave,
  live: Pick<LiveContent, 'snapshot'>,
): Promise<ContentPlan<ProjectRecord>> {
  const path = live.snapshot().projectsById.get(id)?.path
  const { before, record, changes, merged } = await changedRecord(
    tree,
    { noun: 'project', path, parse: parseProjectFile },
    { basedOn, edit: (file) => patchProjectFile(file, patch) },
  )
  const why = record.due_date === before.due_date ? '' : reason.trim()
  return {
    changes,
    subject: `Update project: ${record.title}`,
    ...(why !== '' && { body: why }),
    value: record,
    merged,
  }
}
