import { expect, it } from 'vitest'
import { ProjectLines } from './project-lines.ts'

it('takes as much of a message for the reason of a move as the panel would', async () => {
  const lines = new ProjectLines()
  const files: Record<string, string> = {
    one: 'title: P\ndue_date: 2026-12-01\n',
    two: 'title: P\ndue_date: 2026-12-31\n',
  }
  const repository = { readRevision: async (blob: string) => Buffer.from(files[blob] ?? '') }
  const body = `${'😀'.repeat(4_000_000)}\n`
  const change = { path: 'projects/p.yaml', before: 'one', after: 'two' }
  const commit = { commit: 'c', date: '2026-11-20T00:00:00+01:00', body }
  const line = { ...commit, authoredAt: 0, committedAt: 0, isMerge: false, changes: [change] }
  await lines.add(line, repository)
  await lines.addMoves([{ ...commit, ...change }], repository)
  const shown = `${'😀'.repeat(499)}…`
  expect(lines.versions().get('p')).toMatchObject([{ reason: shown }])
  expect(lines.moves().get('p')).toMatchObject([{ reason: shown }])
})
