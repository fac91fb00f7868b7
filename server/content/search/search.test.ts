import { afterEach, describe, expect, it } from 'vitest'
import { silentLog } from '../../log.ts'
import { emptyParts, postRecord } from '../../test/test-records.ts'
import { buildSnapshot } from '../index/build-snapshot.ts'
import type { PostRecord } from '../records.ts'
import { Search } from './search.ts'
import { snippetOf } from './snippet.ts'

const parts = emptyParts()
const now = Date.parse('2026-06-01T00:00:00Z')

function snapshotOf(posts: readonly PostRecord[]) {
  const changes = new Map(posts.map((post) => [post.id, post]))
  return buildSnapshot(null, { now, parts, posts: changes }).snapshot
}

const bread = postRecord({
  id: 'bread',
  title: 'A plain loaf',
  content: 'Flour, water and **salt**.',
})
const run = postRecord({ id: 'run', title: 'Running late', content: 'A loaf waits in the oven.' })
const secret = postRecord({ id: 'secret', title: 'Loaf of secrets', draft: true })
const bakery = postRecord({
  id: 'ueber',
  title: 'Über die Bäckerei',
  content: '日本語の文章です',
  tags: ['Cooking'],
})

let current = snapshotOf([])
let search: Search
afterEach(() => search.close())

async function idsFor(query: string, posts: readonly PostRecord[]): Promise<string[]> {
  current = snapshotOf(posts)
  const results = await search.find(query, 10)
  return results.map(({ post }) => post.id)
}

describe('search', () => {
  it('finds words by their beginning, with a letter wrong and without accents, titles first', async () => {
    search = new Search({ snapshot: () => current, log: silentLog })
    const posts = [run, bread, secret, bakery]
    expect(await idsFor('loaf', posts)).toEqual(['bread', 'run'])
    expect(await idsFor('runn', posts)).toEqual(['run'])
    expect(await idsFor('flouer', posts)).toEqual(['bread'])
    expect(await idsFor('uber backerei', posts)).toEqual(['ueber'])
    expect(await idsFor('cooking', posts)).toEqual(['ueber'])
    expect(await idsFor('日本語', posts)).toEqual(['ueber'])
    expect(await idsFor('secrets', posts)).toEqual([])
    expect(await idsFor('  ', posts)).toEqual([])
    expect(await idsFor('*** --- "', posts)).toEqual([])
  })

  it('follows the snapshot: changed, new and removed posts', async () => {
    search = new Search({ snapshot: () => current, log: silentLog })
    expect(await idsFor('salt', [bread])).toEqual(['bread'])
    const pepper = postRecord({ ...bread, content: 'Pepper.' })
    expect(await idsFor('salt', [pepper, run])).toEqual([])
    expect(await idsFor('pepper', [pepper, run])).toEqual(['bread'])
    expect(await idsFor('pepper', [run])).toEqual([])
  })

  it('gives the plain text around the match, also of a long text', async () => {
    search = new Search({ snapshot: () => current, log: silentLog })
    const long = postRecord({
      ...bread,
      content: `${'# Bread\n\n**Flour**\n\n'.repeat(9_000)}Yeast.`,
    })
    current = snapshotOf([long])
    const [flour] = await search.find('flour', 10)
    expect(flour?.snippet).toMatch(/^Bread Flour Bread/)
    current = snapshotOf([bread])
    const [salt] = await search.find('salt', 10)
    expect(salt?.snippet).toBe('Flour, water and salt.')
  })

  it('refuses more searches than may wait, and answers those that do', async () => {
    search = new Search({ snapshot: () => current, log: silentLog })
    const answers = await Promise.allSettled(
      Array.from({ length: 150 }, () => idsFor('loaf', [bread])),
    )
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(50)
    expect(refused[0]).toMatchObject({ reason: { code: 'search_busy', statusCode: 503 } })
  })

  it('answers many searches at once, each from its own snapshot', async () => {
    search = new Search({ snapshot: () => current, log: silentLog })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => idsFor('loaf', n % 2 === 0 ? [bread, run] : [bread])),
    )
    expect(answers.every((ids, n) => ids.length === (n % 2 === 0 ? 2 : 1))).toBe(true)
  })
})

describe('snippetOf', () => {
  const long = `${'before '.repeat(60)}Needle ${'after '.repeat(60)}`

  it('shows the text around the match, cut at words', () => {
    const snippet = snippetOf(long, ['needle'])
    expect(snippet).toMatch(/^…before (before )*Needle (after )*after…$/)
    expect(snippet.length).toBeLessThanOrEqual(170)
  })

  it('shows the beginning when the match is elsewhere', () => {
    expect(snippetOf(long, ['title'])).toMatch(/^before .*before…$/)
    expect(snippetOf('Short text.', ['title'])).toBe('Short text.')
  })

  it('cuts no character in two', () => {
    expect(snippetOf('😀'.repeat(300), [])).toMatch(/^(😀)+…$/u)
  })
})
