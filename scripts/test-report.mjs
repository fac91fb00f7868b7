/** Sums up vitest's JSON report. Separate from test.mjs, so it can be tested. */

/**
 * Adds the tests of `report` to `total` ({passed, failed, skipped}). A file that could not be
 * loaded has no tests in the report and counts as one failure; so does a run that failed for
 * another reason.
 */
export function addTestReport(total, { report, status }) {
  const before = total.failed
  for (const file of report?.testResults ?? []) {
    for (const test of file.assertionResults) total[outcomeOf(test.status)] += 1
    const hasFailedTest = file.assertionResults.some((test) => test.status === 'failed')
    if (file.status === 'failed' && !hasFailedTest) total.failed += 1
  }
  if (status !== 0 && total.failed === before) total.failed += 1
}

function outcomeOf(status) {
  if (status === 'passed' || status === 'failed') return status
  return 'skipped'
}
