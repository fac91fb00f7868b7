/** The revision of a content file: git's own id of its bytes, so that both name one version alike. */
import { createHash } from 'node:crypto'
import type { BlobId } from '../../git/repository.ts'

/** 40 hex digits that `git hash-object` would print for a file of these bytes. */
export function blobId(bytes: Uint8Array): BlobId {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
