/**
 * The calls of the file system that a commit needs. Only the flushes leave the main thread: the other
 * calls take microseconds, and on a busy machine seventy trips to the thread pool cost a write more
 * than its flushes.
 */
import { spawn } from 'node:child_process'
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  fsync,
  lstatSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { RepositoryError } from '../../errors.ts'

/** Inode, modification time and size in one string: equal means the file was not replaced or edited. */
export type FileIdentity = string

export interface FoundFile {
  bytes: Buffer
  identity: FileIdentity
  /** Permission bits. */
  mode: number
}

/** The `code` of a system error, or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

// O_NONBLOCK: opening a named pipe must not wait for a writer that never comes.
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const NOTHING_THERE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'])
const NOT_ALLOWED = new Set(['ENOENT', 'EACCES', 'EROFS', 'EPERM'])

const identityOf = (stat: { ino: bigint; mtimeNs: bigint; size: bigint }): FileIdentity =>
  `${stat.ino}-${stat.mtimeNs}-${stat.size}`

/** When the file of this identity was last written, in epoch milliseconds. */
export function modifiedMs(identity: FileIdentity): number {
  return Number(BigInt(identity.split('-')[1] ?? 0) / 1_000_000n)
}

const flush = promisify(fsync)

const FLUSH_MS_MAX = 10_000
const SLOW_DISK =
  'The disk of the server is busy, so nothing was saved. Please try again in a moment.'

export function absentIsNull<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (NOTHING_THERE.has(errorCode(error))) return null
    throw error
  }
}

/** False when the name is taken. */
export function unlessTaken(work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Opens, works and closes. */
async function withFile<T>(
  path: string,
  options: { flags: string | number; mode?: number },
  work: (file: number) => T | Promise<T>,
): Promise<T> {
  const file = openSync(path, options.flags, options.mode)
  try {
    return await work(file)
  } finally {
    closeSync(file)
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, done)
  }
}

/** What stands at the path, links not followed. */
export const lookAt = (path: string) =>
  // An error that is thrown and caught costs twice the call, and most places looked at are empty.
  absentIsNull(() => lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null)

export function readFile(path: string): FoundFile | null {
  const file = absentIsNull(() => openSync(path, READ_FLAGS))
  if (file === null) return null
  try {
    const stat = fstatSync(file, { bigint: true })
    if (!stat.isFile()) return null
    const bytes = readFileSync(file)
    return { bytes, identity: identityOf(stat), mode: Number(stat.mode & 0o777n) }
  } finally {
    closeSync(file)
  }
}

export function kindOf(path: string): 'file' | 'folder' | 'other' | null {
  const stat = lookAt(path)
  if (stat === null) return null
  if (stat.isFile()) return 'file'
  return stat.isDirectory() ? 'folder' : 'other'
}

export function identityAt(path: string): FileIdentity | null {
  const stat = lookAt(path)
  return stat && identityOf(stat)
}

interface WriteOptions {
  /** Called with the name of each step before it. */
  step: (name: string) => void
  flags: string | number
  mode: number
  /** Whether the bytes are on the disk at the end. */
  isFlushed: boolean
}

/** Opens a file and writes from its start. @returns what it is then */
export function writeFile(
  path: string,
  bytes: Buffer,
  { step, flags, mode, isFlushed }: WriteOptions,
): Promise<FileIdentity> {
  step('open')
  return withFile(path, { flags, mode }, async (file) => {
    step('write')
    writeAll(file, bytes)
    if (isFlushed) {
      step('fsync')
      await flush(file)
    }
    return identityOf(fstatSync(file, { bigint: true }))
  })
}

/** Puts what is there on the disk. */
export async function flushed(path: string): Promise<void> {
  const file = absentIsNull(() => openSync(path, 'r'))
  if (file === null) return
  try {
    await flush(file)
  } finally {
    closeSync(file)
  }
}

export function isAllowed(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch (error) {
    if (NOT_ALLOWED.has(errorCode(error))) return false
    throw error
  }
}

/**
 * Everything of the file system that holds the path: the author's git flushes nothing, and our
 * commit must not stand on one that a power cut empties. Where `sync -f` is missing we go without.
 * @throws RepositoryError when the disk takes longer than a save may wait
 */
export function flushFileSystem(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('sync', ['-f', path], { stdio: 'ignore' })
    const timer = setTimeout(() => {
      child.unref()
      reject(new RepositoryError('repository_locked', SLOW_DISK))
    }, FLUSH_MS_MAX)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    child.on('error', end)
    child.on('close', end)
  })
}
