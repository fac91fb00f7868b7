/** `npm run check`: format and lint by Biome, types by TypeScript. `npm test` runs it first. */
import { pathToFileURL } from 'node:url'
import { PrepareError, run, runCommand } from './prepare.mjs'

const CHECKS = [
  { name: 'Format and lint', program: 'node_modules/.bin/biome', args: ['check', '.'] },
  { name: 'Types', program: 'node_modules/.bin/tsc', args: [] },
]

/**
 * Runs every check, one after another, with their output on the terminal.
 * @returns {Promise<{name: string, ok: boolean}[]>}
 */
export async function runChecks() {
  const results = []
  for (const { name, program, args } of CHECKS) {
    const { status } = await run(program, args)
    console.log(`${name}: ${status === 0 ? 'passed' : 'FAILED'}`)
    results.push({ name, ok: status === 0 })
  }
  return results
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runCommand(async () => {
    const failed = (await runChecks()).filter(({ ok }) => !ok)
    if (failed.length > 0) throw new PrepareError(`${failed.length} of ${CHECKS.length} failed.`)
  })
}
