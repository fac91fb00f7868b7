/** The admin's writes of deadline projects, made as those of posts. */
import { dayAt } from '#domain/days/zone.ts'
import type { BlobId } from '../../git/repository.ts'
import type { ContentWriter } from '../content-writer.ts'
import type { ContentBytes } from '../formats/parsed-file.ts'
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
    const pathOf = (id: string) => `projects/${id}.yaml`
    return this.#creates.once(request, () =>
      writer.write(async (tree) => {
        const path = pathOf(await freeId({ kind: 'project', base, pathOf }, { tree, live }))
        const bytes = composeProjectFile(input)
        const value = savable(parseProjectFile({ path, bytes }))
        return { changes: [{ path, bytes }], subject: `Add project: ${value.title}`, value }
      }),
    )
  }

  /**
   * @param more.basedOn the revision the edit began from; null when the newest is meant
   * @param more.reason why a deadline moves: the body of the commit
   * @throws as `PostWrites.save`
   */
  save(
    id: string,
    patch: ProjectPatch,
    { basedOn, reason }: { basedOn: BlobId | null; reason: string },
  ): Promise<Saved<ProjectRecord>> {
    const { writer, live } = this.#deps
    return writer.write(async (tree) => {
      const path = live.snapshot().projectsById.get(id)?.path
      const file = { noun: 'project', path, parse: parseProjectFile } as const
      const edit = (old: ContentBytes) => patchProjectFile(old, patch)
      const { before, record, ...made } = await changedRecord(tree, file, { basedOn, edit })
      const body = record.due_date === before.due_date ? '' : reason.trim()
      const subject = `Update project: ${record.title}`
      return { ...made, subject, ...(body !== '' && { body }), value: record }
    })
  }
}
