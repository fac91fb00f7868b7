import { expect, it } from 'vitest'
import { addTestReport } from './test-report.mjs'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((status) => ({ status })),
})

it.each([
  ['passed and failed tests', [file('failed', 'passed', 'failed')], 1, [1, 1, 0]],
  ['what did not run as skipped', [file('passed', 'pending', 'todo', 'skipped')], 0, [0, 0, 3]],
  ['a file that cannot be loaded as one failure', [file('failed')], 1, [0, 1, 0]],
  ['a failed hook beside passed tests as one failure', [file('failed', 'passed')], 1, [1, 1, 0]],
  ['a failure that no test shows', [file('passed', 'passed')], 1, [1, 1, 0]],
  ['a run without a report as one failure', null, 1, [0, 1, 0]],
])('the last line of npm test counts %s', (_, testResults, status, [passed, failed, skipped]) => {
  const total = { passed: 0, failed: 0, skipped: 0 }
  addTestReport(total, { report: testResults && { testResults }, status })
  expect(total).toEqual({ passed, failed, skipped })
})
