/** Entry point of the author's commands, bundled as dist/content.mjs. */
import { fileURLToPath } from 'node:url'
import { runContentCommand } from './commands.ts'

process.exitCode = await runContentCommand(process.argv.slice(2), fileURLToPath(import.meta.url))
