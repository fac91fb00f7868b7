/** The admin's writes of a collection's files; see `post-writes.ts`. */
import { dayAt } from '#domain/days/zone.ts'
import type { BlobId } from '../../git/repository.ts'
import type { ContentStore } from '../content-store.ts'
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

/** Creates a file. @throws BadRequestError */
export function createRecord<Rows extends CollectionRows>(
  store: ContentStore,
  collection: Collection<Rows>,
  input: Partial<ValuesOf<Rows>> & { title: string },
): Promise<Saved<CollectionRecord<Rows>>> {
  const { noun, folder } = collection
  const pathOf = (id: string) => `${folder}/${id}.yaml`
  return store.write(async (tree) => {
    const today = dayAt(store.now(), store.snapshot().site.time_zone)
    const base = await idFromTitle(input.title, today)
    const path = pathOf(await freeId({ kind: noun, base, pathOf }, { tree, store }))
    const bytes = collection.compose(input)
    const value = recordOrThrow(collection.parse({ path, bytes }))
    return { changes: [{ path, bytes }], subject: `Add ${noun}: ${input.title}`, value }
  })
}

interface RecordChange<Rows extends CollectionRows> {
  id: string
  patch: Partial<ValuesOf<Rows>>
  /** Base revision of the edit; null for the newest. */
  basedOn: BlobId | null
  /** Why a promise changes: the body of the commit. */
  reason: string
}

/** @throws as `savePost` */
export function saveRecord<Rows extends CollectionRows>(
  store: ContentStore,
  collection: Collection<Rows>,
  { id, patch, basedOn, reason }: RecordChange<Rows>,
): Promise<Saved<CollectionRecord<Rows>>> {
  return store.write(async (tree) => {
    const { noun } = collection
    const path = store.records.pathOf(idKey({ kind: noun, id })) ?? undefined
    const file = { noun, path, parse: (bytes: ContentBytes) => collection.parse(bytes) }
    const edit = (old: ContentBytes) => collection.patch(old, patch)
    const { before, record, ...made } = await changedRecord(tree, file, { basedOn, edit })
    const isMoved = collection.names.some(
      (name) => collection.rows[name]?.takesReason && record[name] !== before[name],
    )
    const body = isMoved ? reason.trim() : ''
    const subject = `Update ${noun}: ${record.title}`
    return { ...made, subject, ...(body !== '' && { body }), value: record }
  })
}
