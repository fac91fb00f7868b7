/**
 * Which git processes are alive around the repository, read from procfs. Elsewhere than on Linux
 * nothing is found, and the callers then rely on waiting alone.
 */
import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ORPHAN_WAIT_MS_MAX = 2_000
const ORPHAN_CHECK_MS = 50

// With the time, since in a container each start has the same process id.
const SERVER = `${process.pid}-${Date.now()}`

/** Variables in the environment of each git process that a server starts. */
export function serverMark(gap: string): Record<string, string> {
  return { GAP_REPOSITORY: gap, GAP_SERVER: SERVER }
}

async function gitProcesses(): Promise<string[]> {
  const all = await readdir('/proc').catch(() => [])
  const found: string[] = []
  for (const pid of all) {
    if (!/^\d+$/.test(pid)) continue
    const binary = await readlink(`/proc/${pid}/exe`).catch(() => '')
    if (basename(binary).startsWith('git')) found.push(pid)
  }
  return found
}

async function environmentOf(pid: string): Promise<string[]> {
  return (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).split('\0')
}

/** Waits until the git processes that a killed server left have ended, two seconds at most. */
export async function waitForOrphans(gap: string): Promise<void> {
  const deadline = Date.now() + ORPHAN_WAIT_MS_MAX
  const isOrphan = async (pid: string) => {
    const env = await environmentOf(pid)
    return env.includes(`GAP_REPOSITORY=${gap}`) && !env.includes(`GAP_SERVER=${SERVER}`)
  }
  while (Date.now() < deadline) {
    const orphans = await Promise.all((await gitProcesses()).map(isOrphan))
    if (!orphans.some(Boolean)) return
    await sleep(ORPHAN_CHECK_MS)
  }
}

/** The files that git processes have open. */
export async function filesOpenInGit(): Promise<Set<string>> {
  const open = new Set<string>()
  for (const pid of await gitProcesses()) {
    for (const file of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      open.add(await readlink(`/proc/${pid}/fd/${file}`).catch(() => ''))
    }
  }
  return open
}
