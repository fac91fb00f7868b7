/**
 * The CPU time of a thread, read from another one: the thread itself is busy. Only Linux tells it of
 * a single thread on every version of Node; elsewhere the whole process's stands for it, which is
 * never less.
 */
import { readFileSync, readlinkSync } from 'node:fs'

/** Linux counts it in hundredths of a second, on every processor that Node runs on. */
const TICK_MS = 10
/** Places of `utime` and `stime` in the line after the command's name, see proc(5). */
const USER_TICKS = 11
const SYSTEM_TICKS = 12

/** The name of the thread that calls it, for `cpuTimeOf`; null where threads have none. */
export function ownThread(): string | null {
  try {
    return readlinkSync('/proc/thread-self')
  } catch {
    return null
  }
}

/** Milliseconds of CPU time used by the thread so far; of the process for null. */
export function cpuTimeOf(thread: string | null): number {
  try {
    if (thread !== null) return ticksIn(readFileSync(`/proc/${thread}/stat`, 'latin1')) * TICK_MS
  } catch {
    // A thread that has just ended, or a system that does not tell: as without a name.
  }
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The command's name is in parentheses and may have spaces and parentheses of its own. */
function ticksIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])
}
