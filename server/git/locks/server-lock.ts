/**
 * One server per repository, by a unix socket in our folder: a server that accepts connections is
 * alive, also in another container, where its process id means nothing. A socket without a listener
 * was left by a killed server.
 */
import { once } from 'node:events'
import { lstatSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from '../../errors.ts'
import { errorCode } from '../objects/io.ts'

const NAME = 'server.sock'

const EXIT_SECOND_SERVER = 3

/** Another live server works on the same repository. */
export class SecondServerError extends StartError {
  constructor(pid: string) {
    super(
      `Another server (process ${pid}) already works on this content folder. ` +
        'Stop it first, or give this one its own clone and a GIT_REMOTE.',
      EXIT_SECOND_SERVER,
    )
  }
}

/** Takes the lock in a folder of ours. @throws SecondServerError */
export async function takeServerLock(gap: string) {
  // A socket path is limited to about 100 bytes, so a short symlink leads to the folder.
  const short = mkdtempSync(join(tmpdir(), 'gap-'))
  symlinkSync(gap, join(short, 'g'))
  const path = join(short, 'g', NAME)
  const server = createServer((socket) => socket.on('error', () => {}).end(`${process.pid}`))
  server.unref()
  try {
    while (!(await tryToListen(server, path))) {
      const pid = await holderOf(path)
      if (pid !== null) throw new SecondServerError(pid)
      rmSync(path, { force: true })
    }
    const inode = inodeOf(path)
    const release = async () => {
      const socket = join(gap, NAME)
      // The folder may have been replaced meanwhile, with another server's socket in it.
      if (inodeOf(socket) === inode) await unlink(socket).catch(() => {})
      server.close()
    }
    return { release }
  } finally {
    rmSync(short, { recursive: true, force: true })
  }
}

/** Undefined when missing. */
const inodeOf = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.ino

/** @returns false if a socket is there already */
async function tryToListen(server: Server, path: string): Promise<boolean> {
  try {
    await once(server.listen(path), 'listening')
    return true
  } catch (error) {
    if (errorCode(error) !== 'EADDRINUSE') throw error
    return false
  }
}

/** Process id of the server that listens on a socket, in its own container; null for none. */
const holderOf = (path: string): Promise<string | null> => text(connect(path)).catch(() => null)
