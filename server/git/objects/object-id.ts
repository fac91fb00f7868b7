/** Ids of git objects. */
import { hash } from 'node:crypto'
import type { BlobId, TreeFile } from '../types.ts'

/** Whether a text is an object id: 40 hex digits. */
export const isId = (text: string): boolean => /^[0-9a-f]{40}$/.test(text)

/** The blob id of a file's bytes, without git's conversions. */
export const blobId = (bytes: Uint8Array): string =>
  hash('sha1', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]))

/** Whether a revision is the file's blob id, before or after git's conversions. */
export const isVersion = (file: TreeFile | null, revision: BlobId | null): boolean =>
  file === null ? revision === null : revision === file.revision || revision === file.committed
