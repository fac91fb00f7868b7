/** The git processes that a killed server left, read from procfs; elsewhere than on Linux none. */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const ORPHAN_WAIT_MS_MAX = 2_000
const ORPHAN_CHECK_MS = 50

// With the time, since in a container each start has the same process id.
const SERVER = `${process.pid}-${Date.now()}`

/** Variables in the environment of each git process that a server starts. */
export function serverMark(gap: string): Record<string, string> {
  return { GAP_REPOSITORY: gap, GAP_SERVER: SERVER }
}

/** Waits until the git processes that a killed server left have ended, two seconds at most. */
export async function waitForOrphans(gap: string): Promise<void> {
  const deadline = Date.now() + ORPHAN_WAIT_MS_MAX
  const isOrphan = async (pid: string) => {
    const text = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    const env = text.split('\0')
    return env.includes(`GAP_REPOSITORY=${gap}`) && !env.includes(`GAP_SERVER=${SERVER}`)
  }
  while (Date.now() < deadline) {
    const all = await readdir('/proc').catch(() => [])
    const orphans = await Promise.all(all.filter((name) => /^\d+$/.test(name)).map(isOrphan))
    if (!orphans.some(Boolean)) return
    await sleep(ORPHAN_CHECK_MS)
  }
}
