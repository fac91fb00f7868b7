/**
 * The file-system calls of the commit path, in one object: each says its name to `faults` before it
 * runs, so a test can make the n-th call of a write fail and look at what is left.
 */
import { constants, linkSync, mkdirSync, renameSync, rmSync, unlinkSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import {
  absentIsNull,
  type FileIdentity,
  type FoundFile,
  flushed,
  identityAt,
  isAllowed,
  kindOf,
  lookAt,
  readFile,
  unlessTaken,
  writeFile,
} from './disk.ts'

/**
 * Called with the name of a step before it runs and, where it makes or removes a name, after it:
 * throwing makes the step fail, or report a failure although it took place.
 */
export type Faults = (step: string, moment: 'before' | 'after') => void

export interface Io {
  /** Runs the fault seam for a step that is not a file-system call. */
  step(name: string): void
  /** The regular file at the path, null for none or for a link, folder, pipe and so on. */
  read(path: string): Promise<FoundFile | null>
  /** What stands at the path, without following links. */
  kind(path: string): Promise<'file' | 'folder' | 'other' | null>
  identity(path: string): Promise<FileIdentity | null>
  inode(path: string): Promise<bigint | null>
  /** Creates a file that must not exist; with `isFlushed` its bytes are on the disk at the end. */
  writeNew(
    path: string,
    bytes: Buffer,
    options: { mode: number; isFlushed: boolean },
  ): Promise<FileIdentity>
  /** Overwrites from the start, in place; bytes beyond stay. With `flush` on the disk at the end. */
  overwrite(path: string, bytes: Buffer, options: { flush: boolean }): Promise<void>
  /** A copy for git to change, which flushes it itself. */
  copy(from: string, to: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  /** False when the new name is taken. */
  link(from: string, to: string): Promise<boolean>
  /** Removes a file; none is fine. */
  remove(path: string): Promise<void>
  /** Removes a file or a folder with all that is in it; none is fine. */
  removeAll(path: string): Promise<void>
  /** Whether files can be created and replaced in a folder. */
  isWritable(path: string): Promise<boolean>
  /** Creates one folder; returns false when something stands there already. */
  makeFolder(path: string): Promise<boolean>
  /** Puts a file, or the names in a folder, on the disk; what is gone has nothing to be put. */
  sync(path: string): Promise<void>
}

/** The real file system with the fault seam in front. */
export function createIo(faults: Faults = () => {}): Io {
  const step = (name: string) => faults(name, 'before')
  /** Async, so that what a step or the work throws rejects. */
  async function stepped<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    step(name)
    return work()
  }
  /** A step that makes or removes a name. */
  async function changing<T>(name: string, work: () => T): Promise<T> {
    step(name)
    const result = work()
    faults(name, 'after')
    return result
  }
  const unlink = (path: string) => void absentIsNull(() => unlinkSync(path))
  const overwriting = constants.O_WRONLY | constants.O_CREAT

  return {
    step,
    read: (path) => stepped('read', () => readFile(path)),
    kind: (path) => stepped('kind', () => kindOf(path)),
    identity: (path) => stepped('identity', () => identityAt(path)),
    inode: (path) => stepped('inode', () => lookAt(path)?.ino ?? null),
    writeNew: async (path, bytes, options) =>
      writeFile(path, bytes, { step, flags: 'wx', ...options }),
    async overwrite(path, bytes, options) {
      const isFlushed = options.flush
      await writeFile(path, bytes, { step, flags: overwriting, mode: 0o600, isFlushed })
    },
    copy: (from, to) => stepped('copy', () => copyFile(from, to)),
    rename: (from, to) => changing('rename', () => renameSync(from, to)),
    link: (from, to) => changing('link', () => unlessTaken(() => linkSync(from, to))),
    remove: (path) => changing('unlink', () => unlink(path)),
    removeAll: (path) => changing('rm', () => rmSync(path, { recursive: true, force: true })),
    isWritable: (path) => stepped('access', () => isAllowed(path)),
    makeFolder: (path) => changing('mkdir', () => unlessTaken(() => mkdirSync(path))),
    sync: (path) => stepped('fsync', () => flushed(path)),
  }
}
