/** The process of `git-starter.ts`: runs each command it is sent and sends the result back. */
import { execGit, type GitCommand } from './git-starter.ts'

process.on('message', async ({ id, ...command }: GitCommand & { id: number }) => {
  process.send?.({ id, ...(await execGit(command)) })
})
process.on('disconnect', () => process.exit())
// The server may end before a result is sent: its channel is closed, and nobody waits.
process.on('error', () => process.exit())
// Ctrl-C in a terminal goes to all processes; the server ends this one when its saves are done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.send?.('ready')
