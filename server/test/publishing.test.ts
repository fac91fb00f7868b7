/** The date of a post that is published: the day on which readers get it. */
import { expect, it } from 'vitest'
import { apiOfFile } from './live-server.ts'

const TODAY = '2026-11-20T09:30:00+01:00'
const MONDAY = '2026-11-16T10:00:00+01:00'
const ROWS: [string, front: string, change: object, date: string][] = [
  ['a draft that is published', `date: ${MONDAY}\ndraft: true\n`, { draft: false }, TODAY],
  ['one under its own spelling', `created: ${MONDAY}\npublished: false\n`, { draft: false }, TODAY],
  ['a draft without a date', 'draft: true\n', { draft: false }, TODAY],
  ['one with a day of its own', 'draft: true\n', { draft: false, date: MONDAY }, MONDAY],
  ['one that stays a draft', `date: ${MONDAY}\ndraft: true\n`, { title: 'B' }, MONDAY],
  ['a public post that is edited', `date: ${MONDAY}\n`, { draft: false, title: 'B' }, MONDAY],
  ['a public post whose date is to be now', `date: ${MONDAY}\n`, { date: null }, TODAY],
]
const pathOf = (row: number) => `posts/p${row}.md`
const files = ROWS.map(([, front], row) => [pathOf(row), `---\ntitle: A\n${front}---\n\nText\n`])
const server = apiOfFile(Object.fromEntries(files))

it('is that of the publishing where none is sent, and else stays', async () => {
  for (const [row, [name, , change, date]] of ROWS.entries()) {
    const { status, json } = await server().request('PUT', `/api/posts/p${row}`, change)
    expect([status, json.data.created_at], name).toEqual([200, date])
    const saved = server().git('show', `HEAD:${pathOf(row)}`)
    expect(saved.match(/^(?:date|created):/gm), name).toHaveLength(1)
  }
})
