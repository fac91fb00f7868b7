/** Log lines for a person at a terminal; programs get pino's JSON. */

/** A place for the log's JSON that writes it to the standard output in words. */
export async function logLines(): Promise<{ write(line: string): void }> {
  // Loaded for terminals alone: a service's start does not wait for it.
  const { default: pretty } = await import('pino-pretty')
  return pretty({
    colorize: pretty.isColorSupported,
    ignore: 'pid,hostname',
    singleLine: true,
    // A line that explains an end is written before the end.
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
  })
}

/** `1 problem`, `2 problems`. */
export function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
