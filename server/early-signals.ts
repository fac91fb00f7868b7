/**
 * The first import of main.ts: until the rest of the server is loaded, which takes longer than a
 * process needs to be told to end, a signal ends it with status 0. Nothing is held yet.
 */

const EARLY_SIGNALS = ['SIGTERM', 'SIGINT'] as const
const endAtOnce = () => process.exit(0)

for (const signal of EARLY_SIGNALS) process.once(signal, endAtOnce)

/** Leaves the signals to the listeners that were added since. */
export function releaseEarlySignals(): void {
  for (const signal of EARLY_SIGNALS) process.off(signal, endAtOnce)
}
