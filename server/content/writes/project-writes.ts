/** The admin's writes of deadline projects; see `PostWrites`. */
import { dayAt } from '#domain/days/zone.ts'
import type { BlobId } from '../../git/repository.ts'
import type { ContentAccess } from '../content-access.ts'
import type { ContentBytes } from '../formats/parsed-file.ts'
import { idFromTitle } from '../formats/post-id.ts'
import {
  composeProjectFile,
  type ProjectInput,
  type ProjectPatch,
  parseProjectFile,
  patchProjectFile,
} from '../formats/project-file.ts'
import { freeId } from '../index/ids.ts'
import type { KeyedRequest, ProjectRecord, Saved } from '../records.ts'
import { changedRecord, KeyedCreates, recordOrThrow } from './record-writes.ts'

export class ProjectWrites {
  readonly #content: ContentAccess
  readonly #creates: KeyedCreates<ProjectRecord>

  constructor(content: ContentAccess) {
    this.#content = content
    this.#creates = new KeyedCreates(content.now)
  }

  /** As `PostWrites.create`. */
  create(input: ProjectInput, request: KeyedRequest | null = null): Promise<Saved<ProjectRecord>> {
    const content = this.#content
    const pathOf = (id: string) => `projects/${id}.yaml`
    return this.#creates.once(request, () =>
      content.write(async (tree) => {
        const today = dayAt(content.now(), content.snapshot().site.time_zone)
        const base = await idFromTitle(input.title, today)
        const path = pathOf(await freeId({ kind: 'project', base, pathOf }, { tree, content }))
        const bytes = composeProjectFile(input)
        const value = recordOrThrow(parseProjectFile({ path, bytes }))
        return { changes: [{ path, bytes }], subject: `Add project: ${value.title}`, value }
      }),
    )
  }

  /**
   * @param options.basedOn base revision of the edit; null for the newest
   * @param options.reason why a deadline moves: the body of the commit
   * @throws as `PostWrites.save`
   */
  save(
    id: string,
    patch: ProjectPatch,
    { basedOn, reason }: { basedOn: BlobId | null; reason: string },
  ): Promise<Saved<ProjectRecord>> {
    return this.#content.write(async (tree) => {
      const path = this.#content.snapshot().projectsById.get(id)?.path
      const file = { noun: 'project', path, parse: parseProjectFile } as const
      const edit = (old: ContentBytes) => patchProjectFile(old, patch)
      const { before, record, ...made } = await changedRecord(tree, file, { basedOn, edit })
      const body = record.due_date === before.due_date ? '' : reason.trim()
      const subject = `Update project: ${record.title}`
      return { ...made, subject, ...(body !== '' && { body }), value: record }
    })
  }
}
