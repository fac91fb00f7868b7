/**
 * The admin's password, from the settings or generated at the first start. Hashing a generated one
 * takes half a second, so it runs in the background, not before the server listens.
 */
import { createHmac, randomInt } from 'node:crypto'
import type { Log } from '../log.ts'
import { readStateFile, writeStateFile } from '../state-file.ts'
import { hashPassword, isPasswordHash, verifyPassword } from './password-hash.ts'

export interface AdminPassword {
  verify(password: string): Promise<boolean>
  /** Identifies the password in tokens without revealing it: a new password changes it. The same
   * for replicas and restarts with the same password and token secret. */
  fingerprint(): Promise<string>
}

export interface PasswordOptions {
  adminPassword: string | null
  adminPasswordHash: string | null
  /** Shows a generated password to the owner once, before the address is printed. A
   * start that is killed before the hash is stored generates another. */
  onGeneratedPassword(password: string): void
  log: Log
}

interface PasswordSource extends PasswordOptions {
  /** File with the hash of a generated password. */
  file: string
  tokenSecret: string
}

/** The password from the first source that has one. */
export function adminPasswordFrom(source: PasswordSource): AdminPassword {
  const { adminPassword, adminPasswordHash, tokenSecret } = source
  const fingerprintOf = (kind: string, text: string) =>
    createHmac('sha256', tokenSecret).update(`${kind}\0${text}`).digest('base64url').slice(0, 22)
  if (adminPassword !== null) {
    const own = fingerprintOf('password', adminPassword)
    return {
      // Keyed digests, so that the time of the comparison tells nothing of the password.
      verify: async (password) => fingerprintOf('password', password) === own,
      fingerprint: async () => own,
    }
  }
  const stored = adminPasswordHash ?? readKeptHash(source)
  const hash = stored === null ? generate(source) : Promise.resolve(stored)
  // `verify` reports the failure; this prevents an unhandled rejection before that.
  hash.catch(() => {})
  return {
    verify: async (password) => verifyPassword(password, await hash),
    fingerprint: async () => fingerprintOf('hash', await hash),
  }
}

function readKeptHash({ file, log }: PasswordSource): string | null {
  const stored = readStateFile(file)?.trim() ?? null
  if (stored === null || isPasswordHash(stored)) return stored
  log.warn({}, 'The stored password hash cannot be read; a new password is made')
  return null
}

async function generate({ file, log, onGeneratedPassword }: PasswordSource): Promise<string> {
  const password = randomPassword()
  onGeneratedPassword(password)
  const hash = await hashPassword(password)
  await writeStateFile(file, `${hash}\n`).catch((error: unknown) => {
    log.warn({ err: error }, 'The password hash could not be stored; the next start makes another')
  })
  return hash
}

/** Without lookalike characters; 20 of these 31 give 99 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

function randomPassword(): string {
  return '00000-00000-00000-00000'.replace(/0/g, () => ALPHABET.charAt(randomInt(ALPHABET.length)))
}
