/** The admin's writes of a collection's files; see `PostWrites`. */
import { dayAt } from '#domain/days/zone.ts'
import type { BlobId } from '../../git/repository.ts'
import type { ContentAccess } from '../content-access.ts'
import { idKey } from '../files/content-paths.ts'
import type {
  Collection,
  CollectionRecord,
  CollectionRows,
  ValuesOf,
} from '../formats/collection.ts'
import type { ContentBytes } from '../formats/parsed-file.ts'
import { idFromTitle } from '../formats/post-id.ts'
import { freeId } from '../index/ids.ts'
import type { Saved } from '../records.ts'
import { changedRecord, recordOrThrow } from './record-writes.ts'

type Saving<Rows extends CollectionRows> = Promise<Saved<CollectionRecord<Rows>>>

export class CollectionWrites<Rows extends CollectionRows> {
  readonly #content: ContentAccess
  readonly #collection: Collection<Rows>

  constructor(content: ContentAccess, collection: Collection<Rows>) {
    this.#content = content
    this.#collection = collection
  }

  /** @throws BadRequestError */
  create(input: Partial<ValuesOf<Rows>> & { title: string }): Saving<Rows> {
    const content = this.#content
    const { noun, folder } = this.#collection
    const pathOf = (id: string) => `${folder}/${id}.yaml`
    return content.write(async (tree) => {
      const today = dayAt(content.now(), content.snapshot().site.time_zone)
      const base = await idFromTitle(input.title, today)
      const path = pathOf(await freeId({ kind: noun, base, pathOf }, { tree, content }))
      const bytes = this.#collection.compose(input)
      const value = recordOrThrow(this.#collection.parse({ path, bytes }))
      return { changes: [{ path, bytes }], subject: `Add ${noun}: ${input.title}`, value }
    })
  }

  /**
   * @param options.basedOn base revision of the edit; null for the newest
   * @param options.reason why a promise changes: the body of the commit
   * @throws as `PostWrites.save`
   */
  save(
    id: string,
    patch: Partial<ValuesOf<Rows>>,
    { basedOn, reason }: { basedOn: BlobId | null; reason: string },
  ): Saving<Rows> {
    const collection = this.#collection
    return this.#content.write(async (tree) => {
      const parse = (bytes: ContentBytes) => collection.parse(bytes)
      const { noun } = collection
      const path = this.#content.records.pathOf(idKey({ kind: noun, id })) ?? undefined
      const file = { noun, path, parse }
      const edit = (old: ContentBytes) => collection.patch(old, patch)
      const { before, record, ...made } = await changedRecord(tree, file, { basedOn, edit })
      const isMoved = collection.reasonFields.some((name) => record[name] !== before[name])
      const body = isMoved ? reason.trim() : ''
      const subject = `Update ${noun}: ${record.title}`
      return { ...made, subject, ...(body !== '' && { body }), value: record }
    })
  }
}
