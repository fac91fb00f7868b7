/**
 * `npm test`: all checks and tests with one exit status; the last line is
 * `N passed, N failed, N skipped`. Arguments go to vitest: `npm test -- server/git`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check.mjs'
import { buildIfStale, run, runCommand } from './prepare.mjs'

await runCommand(async () => {
  const total = { passed: 0, failed: 0, skipped: 0 }
  /** @param {boolean} ok */
  const count = (ok) => {
    total[ok ? 'passed' : 'failed'] += 1
  }
  const built = buildIfStale().then(() => true, reportFailure)
  for (const { ok } of await runChecks()) count(ok)
  // Many tests run what is built.
  if (await built) await runVitest(total)
  else count(false)
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  process.exitCode = total.failed === 0 ? 0 : 1
})

/** @param {Error} error */
function reportFailure(error) {
  console.error(error.message)
  return false
}

/** @param {{ passed: number, failed: number, skipped: number }} total */
async function runVitest(total) {
  const folder = mkdtempSync(join(tmpdir(), 'gap-test-'))
  const report = join(folder, 'report.json')
  try {
    const { status } = await run('node_modules/.bin/vitest', [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...process.argv.slice(2),
    ])
    const { numPassedTests = 0, numFailedTests = 0, ...others } = readReport(report)
    total.passed += numPassedTests
    // A file that cannot be loaded, for example, is a failure without a test.
    total.failed += numFailedTests || (status === 0 ? 0 : 1)
    total.skipped += (others.numPendingTests ?? 0) + (others.numTodoTests ?? 0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}
