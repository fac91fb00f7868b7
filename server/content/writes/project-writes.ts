/** The admin's writes of deadline projects, made as those of posts. */
import { dayAt } from '#domain/days/zone.ts'
import type { BlobId, WorkTree, WritePlan } from '../../git/repository.ts'
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
import { changedRecord, type Planned, RecordWriter, savable } from './record-writes.ts'

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
  readonly #live: LiveContent
  readonly #now: () => number
  readonly #writer: RecordWriter<ProjectRecord>

  constructor({ writer, live, now }: ProjectWriteDeps) {
    this.#live = live
    this.#now = now
    const current = (id: string) => live.snapshot().projectsById.get(id)
    this.#writer = new RecordWriter({ writer, now, current })
  }

  /** As `PostWrites.create`. */
  create(input: ProjectInput, request: KeyedRequest | null = null): Promise<Saved<ProjectRecord>> {
    const zone = this.#live.snapshot().site.time_zone
    const base = idFromTitle(input.title, dayAt(this.#now(), zone))
    return this.#writer.createOnce(request, () =>
      this.#writer.write((tree) => planCreateProject(tree, { input, base }, this.#live)),
    )
  }

  /** @param more `reason` becomes the commit's body. @throws as `PostWrites.save` */
  save(
    id: string,
    patch: ProjectPatch,
    more: { basedOn: BlobId | null; reason: string },
  ): Promise<Saved<ProjectRecord>> {
    const save = { id, patch, ...more }
    return this.#writer.write((tree) => planSaveProject(tree, save, this.#live))
  }
}

/** A new project under an id that nothing else has. @throws BadRequestError */
async function planCreateProject(
  tree: WorkTree,
  { input, base }: { input: ProjectInput; base: string },
  live: LiveContent,
): Promise<WritePlan<Planned<ProjectRecord>>> {
  const pathOf = (id: string) => `projects/${id}.yaml`
  const path = pathOf(await freeId({ kind: 'project', base, pathOf }, { tree, live }))
  const bytes = composeProjectFile(input)
  const record = savable(parseProjectFile({ path, bytes }))
  return {
    changes: [{ path, bytes }],
    subject: `Add project: ${record.title}`,
    value: { record, merged: false },
  }
}

/** A change of a project's fields; the reason for a moved deadline is the body of the commit. */
async function planSaveProject(
  tree: WorkTree,
  { id, patch, basedOn, reason }: ProjectSave,
  live: Pick<LiveContent, 'snapshot'>,
): Promise<WritePlan<Planned<ProjectRecord>>> {
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
    value: { record, merged },
  }
}
