/**
 * File system calls of a save. Each first calls `faults` with its name, so that a test can make the
 * n-th fail. Most are synchronous: they take microseconds, less than a trip through the thread pool.
 * Flushes and copies use the pool.
 */
import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { RepositoryError } from '../../errors.ts'
import { mapConcurrently } from '../../workers/turns.ts'

/**
 * Called before each step with its name and path and, if it creates or removes a file name, after
 * it. Throwing makes the step fail, or report a failure although it was done.
 */
export type Faults = (step: string, moment: 'before' | 'after', path: string) => void

/** Inode, modification time and size in one string: equal means the file was not replaced or edited. */
export type FileIdentity = string

interface FileBytes {
  bytes: Buffer
  identity: FileIdentity
  /** Git's mode for it. */
  mode: '100644' | '100755'
}

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = fs.constants
// O_NONBLOCK: opening a named pipe must not wait for a writer that never comes.
const READ_FLAGS = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
const MISSING_CODES = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'])
const FLUSH_MS_MAX = 10_000
/** Above this number of paths the whole file system is flushed. */
const FLUSHED_MAX = 50
const SLOW_DISK =
  'The disk of the server is busy, so nothing was saved. Please try again in a moment.'

const flush = promisify(fs.fsync)

/** The `code` of a system error, or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** When the file of this identity was last written, in epoch milliseconds. */
export function modifiedMs(identity: FileIdentity): number {
  return Number(BigInt(identity.split('-')[1] ?? 0) / 1_000_000n)
}

/** The size of the file of this identity, in bytes. */
export const sizeOf = (identity: FileIdentity): number => Number(identity.split('-')[2] ?? 0)

const identityOf = (stats: fs.BigIntStats): FileIdentity =>
  `${stats.ino}-${stats.mtimeNs}-${stats.size}`

function ifExists<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (MISSING_CODES.has(errorCode(error))) return null
    throw error
  }
}

/** Stats of a path, links not followed; null for none. */
const statsOf = (path: string) =>
  // Throwing and catching costs twice the call, and most of these paths do not exist.
  ifExists(() => fs.lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null)

/** Its methods are async, so that a throwing step rejects. */
export class Io {
  readonly #faults: Faults

  constructor(faults: Faults = () => {}) {
    this.#faults = faults
  }

  /** A step that is not a call of the file system. */
  step(name: string, path = ''): void {
    this.#faults(name, 'before', path)
  }

  /** The regular file at the path, null for none or for a link, folder, pipe and so on. */
  async read(path: string): Promise<FileBytes | null> {
    this.step('read', path)
    const file = ifExists(() => fs.openSync(path, READ_FLAGS))
    if (file === null) return null
    try {
      const stats = fs.fstatSync(file, { bigint: true })
      if (!stats.isFile()) return null
      const mode = Number(stats.mode) & 0o100 ? '100755' : '100644'
      return { bytes: fs.readFileSync(file), identity: identityOf(stats), mode }
    } finally {
      fs.closeSync(file)
    }
  }

  async kind(path: string): Promise<'file' | 'folder' | 'other' | null> {
    this.step('kind', path)
    const stats = statsOf(path)
    if (stats === null) return null
    if (stats.isFile()) return 'file'
    return stats.isDirectory() ? 'folder' : 'other'
  }

  async identity(path: string): Promise<FileIdentity | null> {
    this.step('identity', path)
    const stats = statsOf(path)
    return stats && identityOf(stats)
  }

  /** Creates a file that must not exist, with these permission bits; unflushed. */
  writeNew(path: string, bytes: Buffer, mode: number): Promise<void> {
    return this.#write(path, bytes, { flags: O_WRONLY | O_CREAT | O_EXCL, mode })
  }

  /** Overwrites in place from the start; bytes beyond stay. `isFlushed` adds an fsync. */
  overwrite(path: string, bytes: Buffer, isFlushed: boolean): Promise<void> {
    return this.#write(path, bytes, { flags: O_WRONLY | O_CREAT, mode: 0o600, isFlushed })
  }

  /**
   * Copies an index for git to change. The copy keeps the modification time, rounded down: git reads
   * a file again whose modification time is not older than the index's (racy git).
   * @returns that time, in seconds since 1970
   */
  async copyIndex(from: string, to: string): Promise<number> {
    this.step('copy', from)
    const second = Math.floor(fs.statSync(from).mtimeMs / 1_000)
    await fs.promises.copyFile(from, to)
    await this.setTime(to, second)
    return second
  }

  /** Sets the modification time, in seconds since 1970. */
  async setTime(path: string, second: number): Promise<void> {
    this.step('utimes', path)
    fs.utimesSync(path, second, second)
  }

  async rename(from: string, to: string): Promise<void> {
    this.#change('rename', to, () => fs.renameSync(from, to))
  }

  /** Does nothing when `to` exists. */
  async link(from: string, to: string): Promise<void> {
    this.#change('link', to, () => {
      try {
        fs.linkSync(from, to)
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error
      }
    })
  }

  /** Removes a file if it exists. */
  async remove(path: string): Promise<void> {
    this.#change('unlink', path, () => ifExists(() => fs.unlinkSync(path)))
  }

  /** Removes a file or a folder with its content if it exists. */
  async removeAll(path: string): Promise<void> {
    this.#change('rm', path, () => fs.rmSync(path, { recursive: true, force: true }))
  }

  /** Whether files can be created and replaced in a folder. */
  async isWritable(path: string): Promise<boolean> {
    this.step('access', path)
    try {
      fs.accessSync(path, fs.constants.W_OK)
      return true
    } catch {
      return false
    }
  }

  /** Creates a folder and its parents if they do not exist, with the permissions of another. */
  async makeFolder(path: string, model?: string): Promise<void> {
    this.#change('mkdir', path, () => {
      const made = fs.mkdirSync(path, { recursive: true })
      if (made !== undefined && model !== undefined) fs.chmodSync(path, fs.statSync(model).mode)
    })
  }

  /** Makes a folder of a new name: a git of ours that was killed may still write to an old one. */
  async makeTemporary(parent: string): Promise<string> {
    return this.#change('mkdir', parent, () => fs.mkdtempSync(join(parent, 'new-')))
  }

  /** Identity of the volume that a folder lies on. */
  async volume(path: string): Promise<number> {
    this.step('volume', path)
    return fs.statSync(path).dev
  }

  /** Flushes a file, or the entries of a folder, if it exists. */
  async sync(path: string): Promise<void> {
    this.step('fsync', path)
    const file = ifExists(() => fs.openSync(path, 'r'))
    if (file === null) return
    await flush(file).finally(() => fs.closeSync(file))
  }

  /** Flushes files or folders of one volume: above some number all of it. */
  async syncAll(paths: readonly string[]): Promise<void> {
    if (paths.length > FLUSHED_MAX) return flushFileSystem(dirname(paths[0] ?? ''))
    await mapConcurrently(paths, (path) => this.sync(path))
  }

  async #write(
    path: string,
    bytes: Buffer,
    { flags, mode, isFlushed = false }: { flags: number; mode: number; isFlushed?: boolean },
  ): Promise<void> {
    this.step('open', path)
    const file = fs.openSync(path, flags, mode)
    try {
      this.step('write', path)
      for (let done = 0; done < bytes.length; ) done += fs.writeSync(file, bytes, done, null, done)
      if (!isFlushed) return
      this.step('fsync', path)
      await flush(file)
    } finally {
      fs.closeSync(file)
    }
  }

  /** Runs a step that creates or removes a file name. */
  #change<T>(name: string, path: string, work: () => T): T {
    this.step(name, path)
    const result = work()
    this.#faults(name, 'after', path)
    return result
  }
}

/**
 * Flushes the file system of the path: the author's git flushes nothing, and a power cut must not
 * empty the parent of our commit. Does nothing where `sync` is missing.
 * @throws RepositoryError when the disk takes longer than a save may wait, or fails
 */
export function flushFileSystem(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('sync', ['-f', path], { stdio: 'ignore' })
    const timer = setTimeout(() => {
      child.kill()
      reject(new RepositoryError('repository_locked', SLOW_DISK))
    }, FLUSH_MS_MAX)
    const end = (error: Error | null) => {
      clearTimeout(timer)
      if (error === null) resolve()
      else reject(error)
    }
    child.on('error', (error) => end(errorCode(error) === 'ENOENT' ? null : error))
    child.on('close', (status) => {
      const failure = new Error(`sync ended with ${status ?? 'a signal'}`)
      end(status === 0 ? null : Object.assign(failure, { code: 'EIO' }))
    })
  })
}
