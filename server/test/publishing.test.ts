/** The date of a post that is published: the day on which readers get it. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Post } from '#domain/post.ts'
import { atEnd } from './at-end.ts'
import { makeFolder, makeRepository } from './git-fixture.ts'
import { serve } from './live-server.ts'

const NOW = Date.parse('2026-11-20T09:30:00Z')
const TODAY = '2026-11-20T10:30:00+01:00'
const MONDAY = '2026-11-16T10:00:00+01:00'
const file = (more: string) => `---\ntitle: A\n${more}---\n\nText\n`

it.each<[string, string, object, string]>([
  ['a draft that is published', `date: ${MONDAY}\ndraft: true\n`, { draft: false }, TODAY],
  ['one under its own spelling', `created: ${MONDAY}\npublished: false\n`, { draft: false }, TODAY],
  ['a draft without a date', 'draft: true\n', { draft: false }, TODAY],
  ['one with a day of its own', 'draft: true\n', { draft: false, date: MONDAY }, MONDAY],
  ['one that stays a draft', `date: ${MONDAY}\ndraft: true\n`, { title: 'B' }, MONDAY],
  ['a public post that is edited', `date: ${MONDAY}\n`, { draft: false, title: 'B' }, MONDAY],
  ['a public post whose date is to be now', `date: ${MONDAY}\n`, { date: null }, TODAY],
])('%s is dated as it should be', async (_, front, change, date) => {
  const files = { 'site.yaml': 'time_zone: Europe/Berlin\n', 'posts/a.md': file(front) }
  const stateDir = join(makeFolder(), 'state')
  const server = await serve(makeRepository(files), { stateDir, now: () => NOW })
  atEnd(() => server.app.close())
  const { status, data } = await server.call<Post>('PUT', '/posts/a', change)
  expect([status, data.created_at]).toEqual([200, date])
  expect(server.git('show', 'HEAD:posts/a.md').match(/^(?:date|created):/gm)).toHaveLength(1)
})
