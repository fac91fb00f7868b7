/**
 * Tokens refused before their time. Kept in the state folder, so that a restart does not let a
 * logged-out token in again, and dropped once they would have expired anyway.
 */
import * as z from 'zod'
import { isStorageFull, RepositoryError } from '../errors.ts'
import type { Log } from '../log.ts'
import { readKeptFile, writeKeptFile } from './kept-file.ts'

interface RevokedTokens {
  /** Times in seconds since 1970, as tokens carry them. */
  has(token: { jti: string; iat: number }): boolean
  /**
   * Refuses a token from now on; resolves when that is on disk.
   * @throws RepositoryError when it cannot be: then the token is refused until the next start only
   */
  add(token: { jti: string; exp: number }): Promise<void>
  /** Whether a token is refused and that is on disk. */
  isKept(token: { jti: string; iat: number }): boolean
}

const keptForm = z.object({
  /** All tokens issued until then are refused. */
  issued_until: z.number().default(0),
  /** Expiry in seconds since 1970 by token id. */
  tokens: z.record(z.string(), z.number()),
})

/** Beyond this many, everything issued so far is refused instead: safe, and one number. */
const TOKENS_MAX = 10_000

/** Creates the list with what the file holds. A file that cannot be read refuses all tokens. */
export function createRevokedTokens({
  file,
  now,
  log,
  write: writeFile = writeKeptFile,
}: {
  file: string
  /** Milliseconds since 1970. */
  now(): number
  log: Log
  /** Replaces the file's text. */
  write?: (file: string, text: string) => Promise<void>
}): RevokedTokens {
  const seconds = () => Math.floor(now() / 1000)
  const { tokens, ...kept } = readRevoked(file, log) ?? { tokens: {}, issued_until: seconds() }
  const expiries = new Map(Object.entries(tokens))
  let issuedUntil = kept.issued_until
  /** Tokens that are refused, but on no disk yet. */
  const unkept = new Set<string>()
  let written = Promise.resolve()

  async function write(): Promise<void> {
    const ids = [...unkept]
    const text = JSON.stringify({
      issued_until: issuedUntil,
      tokens: Object.fromEntries(expiries),
    })
    await writeFile(file, `${text}\n`)
    for (const id of ids) unkept.delete(id)
  }

  const has = ({ jti, iat }: { jti: string; iat: number }) =>
    iat <= issuedUntil || expiries.has(jti)

  return {
    has,
    isKept: (token) => has(token) && !unkept.has(token.jti),
    async add({ jti, exp }) {
      for (const [id, expiry] of expiries) if (expiry < seconds()) expiries.delete(id)
      if (expiries.size >= TOKENS_MAX) {
        expiries.clear()
        issuedUntil = seconds()
      }
      expiries.set(jti, exp)
      unkept.add(jti)
      const writing = written.then(write)
      written = writing.catch(() => {})
      await writing.catch((error: unknown) => {
        log.warn({ err: error }, 'a logout could not be kept; it holds until the next start')
        throw unkeptLogout(error)
      })
    },
  }
}

function unkeptLogout(error: unknown): RepositoryError {
  const rest = 'You are logged out until the server starts again. Please log out once more.'
  return isStorageFull(error)
    ? new RepositoryError('storage_full', `The disk is full. ${rest}`, error)
    : new RepositoryError('read_only', `The logout could not be kept. ${rest}`, error)
}

function readRevoked(file: string, log: Log): z.infer<typeof keptForm> | null {
  try {
    const text = readKeptFile(file)
    return text === null ? { issued_until: 0, tokens: {} } : keptForm.parse(JSON.parse(text))
  } catch (error) {
    log.warn({ err: error }, 'the list of logged-out tokens cannot be read; all tokens are refused')
    return null
  }
}
