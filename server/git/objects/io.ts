/**
 * The file-system calls of the commit path, in one object: each says its name to `faults` before it
 * runs, so a test can make the n-th call of a write fail and look at what is left.
 * Only the flushes leave the main thread: the other calls take microseconds, and on a busy machine
 * seventy trips to the thread pool cost a write more than its flushes.
 */
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  fsync,
  futimesSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { promisify } from 'node:util'

/**
 * Called with the name of a step before it runs and, where it makes or removes a name, after it:
 * throwing makes the step fail, or report a failure although it took place.
 */
export type Faults = (step: string, moment: 'before' | 'after') => void

/** Inode, modification time and size in one string: equal means the file was not replaced or edited. */
export type FileIdentity = string

interface FoundFile {
  bytes: Buffer
  identity: FileIdentity
  /** Permission bits. */
  mode: number
}

export interface Io {
  /** Runs the fault seam for a step that is not a file-system call. */
  step(name: string): void
  /** The regular file at the path, null for none or for a link, folder, pipe and so on. */
  read(path: string): Promise<FoundFile | null>
  /** What stands at the path, without following links. */
  kind(path: string): Promise<'file' | 'folder' | 'other' | null>
  identity(path: string): Promise<FileIdentity | null>
  inode(path: string): Promise<bigint | null>
  /** Creates a file that must not exist, with its bytes on the disk when it resolves. */
  writeNew(path: string, bytes: Buffer, mode: number): Promise<FileIdentity>
  /** Overwrites from the start, in place; bytes beyond stay. With `flush` on the disk at the end. */
  overwrite(path: string, bytes: Buffer, options: { flush: boolean }): Promise<void>
  /** Sets the time of an existing file to now and flushes it; false when there is none. */
  freshen(path: string): Promise<boolean>
  rename(from: string, to: string): Promise<void>
  /** False when the new name is taken. */
  link(from: string, to: string): Promise<boolean>
  /** Removes a file; none is fine. */
  remove(path: string): Promise<void>
  /** Whether files can be created and replaced in a folder. */
  isWritable(path: string): Promise<boolean>
  /** Creates one folder; returns false when something stands there already. */
  makeFolder(path: string): Promise<boolean>
  /** Puts the names in a folder on the disk; a folder that is gone has none. */
  syncFolder(path: string): Promise<void>
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

function absentIsNull<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (NOTHING_THERE.has(errorCode(error))) return null
    throw error
  }
}

/** False when the name is taken. */
function unlessTaken(work: () => void): boolean {
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

/** The real file system with the fault seam in front. */
export function createIo(faults: Faults = () => {}): Io {
  const lookAt = (path: string) => absentIsNull(() => lstatSync(path, { bigint: true }))
  const step = (name: string) => faults(name, 'before')

  /** A step that makes or removes a name. */
  function changing<T>(name: string, work: () => T): T {
    step(name)
    const result = work()
    faults(name, 'after')
    return result
  }

  return {
    step,

    async read(path) {
      step('read')
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
    },

    async kind(path) {
      step('kind')
      const stat = lookAt(path)
      if (stat === null) return null
      if (stat.isFile()) return 'file'
      return stat.isDirectory() ? 'folder' : 'other'
    },

    async identity(path) {
      step('identity')
      const stat = lookAt(path)
      return stat === null ? null : identityOf(stat)
    },

    async inode(path) {
      step('inode')
      return lookAt(path)?.ino ?? null
    },

    async writeNew(path, bytes, mode) {
      step('open')
      return withFile(path, { flags: 'wx', mode }, async (file) => {
        step('write')
        writeAll(file, bytes)
        step('fsync')
        await flush(file)
        return identityOf(fstatSync(file, { bigint: true }))
      })
    },

    async overwrite(path, bytes, options) {
      step('open')
      const flags = constants.O_WRONLY | constants.O_CREAT
      await withFile(path, { flags, mode: 0o600 }, async (file) => {
        step('write')
        writeAll(file, bytes)
        if (!options.flush) return
        step('fsync')
        await flush(file)
      })
    },

    async freshen(path) {
      step('freshen')
      const file = absentIsNull(() => openSync(path, 'r'))
      if (file === null) return false
      try {
        const now = new Date()
        futimesSync(file, now, now)
        await flush(file)
        return true
      } finally {
        closeSync(file)
      }
    },

    async rename(from, to) {
      changing('rename', () => renameSync(from, to))
    },

    async link(from, to) {
      return changing('link', () => unlessTaken(() => linkSync(from, to)))
    },

    async remove(path) {
      changing('unlink', () => absentIsNull(() => unlinkSync(path)))
    },

    async isWritable(path) {
      step('access')
      try {
        accessSync(path, constants.W_OK)
        return true
      } catch (error) {
        if (NOT_ALLOWED.has(errorCode(error))) return false
        throw error
      }
    },

    async makeFolder(path) {
      return changing('mkdir', () => unlessTaken(() => mkdirSync(path)))
    },

    async syncFolder(path) {
      step('fsync folder')
      const folder = absentIsNull(() => openSync(path, 'r'))
      if (folder === null) return
      try {
        await flush(folder)
      } finally {
        closeSync(folder)
      }
    },
  }
}
