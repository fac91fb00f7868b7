import { expect, it } from 'vitest'
import type { SiteStatus } from '#domain/answers/admin-answers.ts'
import { problemText, statusLines } from './status.ts'

const FINE: SiteStatus = {
  commit: 'a'.repeat(40),
  posts: 1,
  projects: 0,
  problems: [],
  displaced: [],
  repository: { state: 'ok', message: '' },
  sync: {
    ...{ remote: 'origin', state: 'ok', ahead: 0, behind: 0, last_pull: null, last_push: null },
    ...{ error: null, files: [], conflicts: [] },
  },
}
const withSync = (sync: Partial<SiteStatus['sync']>) => ({
  ...FINE,
  sync: { ...FINE.sync, ...sync },
})

it.each<[string, SiteStatus, string[]]>([
  ['all is well', FINE, []],
  ['commits are on their way', withSync({ ahead: 2 }), []],
  [
    'a push has failed',
    withSync({ error: 'The remote cannot be reached.', state: 'failing', ahead: 1 }),
    ['The remote cannot be reached.', '1 commit is not yet shared.'],
  ],
  [
    'nothing can be saved',
    { ...FINE, repository: { state: 'read_only', message: 'The disk is read-only.' } },
    ['The disk is read-only.'],
  ],
])('while %s the head says %s', (_, status, lines) => {
  expect(statusLines(status).map(({ text }) => text)).toEqual(lines)
})

it('problems, displaced commits and conflicts without a draft are counted together', () => {
  const problem = { file: 'posts/a.md', line: 1, reason: 'broken' }
  const conflicts = [{ file: 'posts/b.md', copy: null }]
  expect(problemText(FINE)).toBeNull()
  expect(problemText({ ...FINE, problems: [problem] })).toBe('1 thing needs a look')
  expect(problemText({ ...withSync({ conflicts }), problems: [problem] })).toBe(
    '2 things need a look',
  )
})
