/** Ids of git objects. */
import { createHash } from 'node:crypto'

/** Whether a text has the form of an id: 40 hex digits. */
export const isId = (text: string): boolean => /^[0-9a-f]{40}$/.test(text)

/** The blob id of a file's bytes as they are, without git's conversions. */
export function blobId(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
