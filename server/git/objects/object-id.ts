/** Ids of git objects. */
import { createHash } from 'node:crypto'

/** Whether a text has the form of an id: 40 hex digits. */
export const isId = (text: string): boolean => /^[0-9a-f]{40}$/.test(text)

/** The id that git gives to an object of these bytes. */
export const objectId = (type: 'blob' | 'tree' | 'commit', bytes: Buffer): string =>
  createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex')

/** The blob id of a file's bytes as they are, without git's conversions. */
export const blobId = (bytes: Buffer): string => objectId('blob', bytes)
