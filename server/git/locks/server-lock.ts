/**
 * One server per repository. The lock names its holder by process id, start time and
 * boot, because a container gives every start the same process id. A zombie holds nothing.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../objects/disk.ts'

/** Another live server works on the same repository. */
export class SecondServerError extends Error {
  /** Process id of the other server. */
  readonly pid: number

  constructor(pid: number) {
    super(
      `Another server (process ${pid}) already works on this content folder. ` +
        'Stop it first, or give this one its own clone and a GIT_REMOTE.',
    )
    this.name = 'SecondServerError'
    this.pid = pid
  }
}

interface Holder {
  pid: number
  startTime: string
  bootId: string
  /** Of one server's life: a lock of its own that comes back with a moved folder is no other's. */
  id?: string
}

export interface ServerLock {
  /** True when the last holder did not release it: it was killed or lost power. */
  wasLeftBehind: boolean
  release(): Promise<void>
}

/**
 * Takes the lock in our folder of the repository. @throws SecondServerError
 * @param id names this server; its own lock, left where it was taken before, is taken over
 */
export async function takeServerLock(gap: string, id: string = randomUUID()): Promise<ServerLock> {
  const lockPath = join(gap, 'server.lock')
  const own = join(gap, `server-${process.pid}-${Date.now()}`)
  const holder: Holder = {
    pid: process.pid,
    startTime: startTimeOf(process.pid) ?? '',
    bootId: bootId(),
    id,
  }
  let wasLeftBehind = false
  await writeFile(own, JSON.stringify(holder))
  try {
    while (!(await isLinked(own, lockPath))) {
      const found = await readHolder(lockPath)
      if (found !== null && found.id !== id && isAlive(found)) {
        throw new SecondServerError(found.pid)
      }
      wasLeftBehind = true
      await removeStale(lockPath, `${own}-stale`, id)
    }
  } finally {
    await unlink(own)
  }
  return {
    wasLeftBehind,
    async release() {
      // Meanwhile another folder may have come here, with the lock of another server.
      if ((await readHolder(lockPath))?.id === id) await unlink(lockPath).catch(() => {})
    },
  }
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

/** Moves a dead holder's lock away; one that a third server took in that moment goes back. */
async function removeStale(lockPath: string, stale: string, id: string): Promise<void> {
  try {
    await rename(lockPath, stale)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  const moved = await readHolder(stale)
  if (moved !== null && moved.id !== id && isAlive(moved)) await isLinked(stale, lockPath)
  await unlink(stale)
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    const found: unknown = JSON.parse(await readFile(path, 'utf8'))
    const isHolder = typeof found === 'object' && found !== null && 'pid' in found
    // Only we write this file; the check is for one that a crash left empty.
    return isHolder ? (found as Holder) : null
  } catch {
    return null
  }
}

function isAlive({ pid, startTime, bootId: boot }: Holder): boolean {
  if (boot !== bootId()) return false
  const now = startTimeOf(pid)
  if (now !== null) return now === startTime
  if (bootId() !== '') return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const bootId = (): string => readText('/proc/sys/kernel/random/boot_id').trim()

/** Clock ticks from boot to the start of a process; null when it does not run (or without procfs). */
export function startTimeOf(pid: number): string | null {
  // The name, in parentheses, may itself hold spaces and parentheses.
  const fields = readText(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
  const [state] = fields
  if (state === undefined || state === '' || state === 'Z' || state === 'X') return null
  return fields[19] ?? null
}
