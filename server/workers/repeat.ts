import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits and works by turns until the signal; keeps no process alive. Resolves once the last work
 * has ended. @param work handles its own failures
 */
export async function repeat(
  work: () => Promise<void>,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {})
    if (!signal.aborted) await work()
  }
}
