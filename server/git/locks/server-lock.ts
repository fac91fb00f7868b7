/**
 * One server per repository: each listens on a unix socket in our folder, and who can be reached
 * there is alive, in another container on the same volume too. Process ids tell nothing across
 * containers. A socket that nobody listens on was left by a server that was killed.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { lstatSync } from 'node:fs'
import { link, mkdtemp, rename, rm, symlink, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../objects/io.ts'

const NAME = 'server.sock'

/** Another live server works on the same repository. */
export class SecondServerError extends Error {
  constructor(pid: string) {
    super(
      `Another server (process ${pid}) already works on this content folder. ` +
        'Stop it first, or give this one its own clone and a GIT_REMOTE.',
    )
    this.name = 'SecondServerError'
  }
}

interface ServerLock {
  /** True when the last holder did not release it: it was killed or lost power. */
  wasLeftBehind: boolean
  release(): Promise<void>
}

/** Takes the lock in a folder of ours. @throws SecondServerError */
export async function takeServerLock(gap: string): Promise<ServerLock> {
  // The path of a socket holds a hundred bytes, that of a repository may have more.
  const short = await mkdtemp(join(tmpdir(), 'gap-'))
  const folder = join(short, 'g')
  await symlink(gap, folder)
  const own = join(folder, `${randomUUID().slice(0, 8)}.sock`)
  const server = createServer((socket) => socket.on('error', () => {}).end(`${process.pid}`))
  server.unref()
  try {
    server.listen(own)
    await once(server, 'listening')
    const ino = inodeOf(own)
    const wasLeftBehind = await takeName(folder, own)
    await unlink(own)
    return { wasLeftBehind, release: () => release(server, { path: join(gap, NAME), ino }) }
  } catch (error) {
    server.close()
    throw error
  } finally {
    await rm(short, { recursive: true, force: true })
  }
}

/** Links our socket to the name of the lock. @returns whether a dead server's stood there */
async function takeName(folder: string, own: string): Promise<boolean> {
  const path = join(folder, NAME)
  let wasLeftBehind = false
  while (!(await isLinked(own, path))) {
    const pid = await holderOf(path)
    if (pid !== null) throw new SecondServerError(pid)
    wasLeftBehind = true
    await removeStale(path, `${own}-stale`)
  }
  return wasLeftBehind
}

/** Moves a dead server's socket away; one that a third server put there meanwhile goes back. */
async function removeStale(path: string, stale: string): Promise<void> {
  try {
    await rename(path, stale)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  if ((await holderOf(stale)) !== null) await isLinked(stale, path)
  await unlink(stale)
}

async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Process id of the server that listens on a socket, in its own container; null for none. */
function holderOf(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    let pid = ''
    const socket = connect(path)
    socket.on('data', (text) => {
      pid += text
    })
    socket.on('error', () => resolve(null))
    socket.on('end', () => resolve(pid))
  })
}

/** Null for nothing there. */
const inodeOf = (path: string): number | null =>
  lstatSync(path, { throwIfNoEntry: false })?.ino ?? null

/** Meanwhile another folder may have come here, with the lock of another server. */
async function release(server: Server, own: { path: string; ino: number | null }): Promise<void> {
  server.close()
  if (inodeOf(own.path) === own.ino) await unlink(own.path).catch(() => {})
}
