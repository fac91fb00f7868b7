/**
 * Passwords as scrypt hashes, `scrypt$N$r$p$salt$hash`. The text contains the cost, so the default
 * cost can change while existing hashes stay valid.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const scryptInPool = promisify<string, Buffer, number, Cost & { maxmem: number }, Buffer>(scrypt)

interface Cost {
  N: number
  r: number
  p: number
}

/** 32 MiB and about half a second; a higher N instead of p would take four times the memory. */
const COST: Cost = { N: 2 ** 15, r: 8, p: 3 }
/** Longer passwords are neither accepted nor hashed. */
export const PASSWORD_BYTES_MAX = 1024
/** Bounds of N·r·p: the lower (2^14, 8, 1) resists guessing, at the upper a login takes 10 s. */
const WORK_MIN = 2 ** 17
const WORK_MAX = 2 ** 24
/** Node's default of 32 MiB is slightly too small for 32 MiB of work. */
const MEMORY_BYTES_MAX = 512 * 1024 * 1024
const HASH_BYTES = 32
const SALT_BYTES = 16
const PATTERN = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w+/=-]+)\$([\w+/=-]{22,})$/

/** A hash of the password with a new salt. */
export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, HASH_BYTES, cost)
  const { N, r, p } = cost
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Whether the text is a valid hash with an acceptable cost. */
export function isPasswordHash(text: string): boolean {
  const cost = parseHash(text)?.cost
  if (cost === undefined) return false
  const work = cost.N * cost.r * cost.p
  return work >= WORK_MIN && work <= WORK_MAX
}

/** Compared in constant time; a password over the maximal length is not hashed. */
export async function verifyPassword(password: string, passwordHash: string): Promise<boolean> {
  const parsed = parseHash(passwordHash)
  if (parsed === null) throw new Error('The kept password hash cannot be read.')
  if (Buffer.byteLength(password) > PASSWORD_BYTES_MAX) return false
  const { cost, salt, hash } = parsed
  return timingSafeEqual(await derive(password, salt, hash.length, cost), hash)
}

function parseHash(text: string): { cost: Cost; salt: Buffer; hash: Buffer } | null {
  const match = PATTERN.exec(text.trim())
  if (!match) return null
  const cost = { N: Number(match[1]), r: Number(match[2]), p: Number(match[3]) }
  // Buffer reads base64 and base64url alike.
  const salt = Buffer.from(match[4] ?? '', 'base64')
  return { cost, salt, hash: Buffer.from(match[5] ?? '', 'base64') }
}

function derive(password: string, salt: Buffer, length: number, cost: Cost): Promise<Buffer> {
  return scryptInPool(password, salt, length, { ...cost, maxmem: MEMORY_BYTES_MAX })
}
