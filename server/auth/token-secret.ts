/** The secret that signs tokens, when the settings give none. */
import { randomBytes } from 'node:crypto'
import type { Log } from '../log.ts'
import { readStateFile, writeStateFile } from '../state-file.ts'

const SECRET_BYTES = 32
const SECRET_PATTERN = /^[\w-]{43,}$/

/** The secret kept in the file, made on the first start. */
export async function keptTokenSecret(file: string, log: Log): Promise<string> {
  const kept = readStateFile(file)?.trim()
  if (kept !== undefined && SECRET_PATTERN.test(kept)) return kept
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await writeStateFile(file, `${secret}\n`).catch((error: unknown) => {
    log.warn({ err: error }, 'The token secret could not be stored; logins end with this process')
  })
  return secret
}
