import { expect, it } from 'vitest'
import { ProjectLines } from './project-lines.ts'

it('takes as much of a message for the reason of a move as the panel would', async () => {
  const files: Record<string, string> = {
    one: 'title: P\ndue_date: 2026-12-01\n',
    two: 'title: P\ndue_date: 2026-12-31\n',
  }
  const lines = new ProjectLines({
    readRevision: async (blob) => Buffer.from(files[blob] ?? ''),
    fileRevisions: async () => [],
  })
  await lines.add({
    ...{ commit: 'c', parent: 'b', isMerge: false, authoredAt: 0, committedAt: 0 },
    date: '2026-11-20T00:00:00+01:00',
    body: `${'😀'.repeat(4_000_000)}\n`,
    changes: [{ path: 'projects/p.yaml', from: null, before: 'one', after: 'two' }],
  })
  const shown = `${'😀'.repeat(499)}…`
  expect(lines.versions().get('p')).toMatchObject([{ reason: shown }])
  expect(lines.moves().get('p')).toMatchObject([{ reason: shown }])
})
