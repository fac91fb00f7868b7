/** The program of the author's commands, bundled into dist/content.mjs. */
import { fileURLToPath } from 'node:url'
import { runContentCommand } from './commands.ts'

process.exitCode = await runContentCommand(process.argv.slice(2), fileURLToPath(import.meta.url))
