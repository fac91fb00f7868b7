import { describe, expect, it } from 'vitest'
import { emptyParts, postRecord, projectRecord, tag } from '../../test/test-records.ts'
import type { PostRecord } from '../records.ts'
import { buildSnapshot, type ContentParts } from './build-snapshot.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z')
const PARTS = emptyParts()

const built = (posts: readonly PostRecord[], parts: ContentParts = PARTS) =>
  buildSnapshot({ version: 1, now: NOW, parts, posts })

describe('buildSnapshot', () => {
  it('lists newest first, and posts of one instant by id', () => {
    const posts = [
      postRecord({ id: 'old', instant: NOW - 3_000 }),
      postRecord({ id: 'b', instant: NOW - 2_000 }),
      postRecord({ id: 'a', instant: NOW - 2_000 }),
      postRecord({ id: 'new', instant: NOW - 1_000 }),
    ]
    expect(built(posts).publicPosts.map(({ id }) => id)).toEqual(['new', 'a', 'b', 'old'])
  })

  it('keeps drafts and scheduled posts out of everything public', () => {
    const snapshot = built([
      postRecord({ id: 'draft', draft: true, featured: true, tags: ['Secret'], aliases: ['x'] }),
      postRecord({ id: 'later', instant: NOW + 1, project: 'p', tags: ['Later'] }),
    ])
    expect(snapshot.allPosts).toHaveLength(2)
    expect(snapshot.publicPosts).toEqual([])
    expect(snapshot.featured).toEqual([])
    expect(snapshot.tags).toEqual([])
    expect(snapshot.aliases.size + snapshot.heatmap.size + snapshot.evidence.size).toBe(0)
  })

  it('counts tags of public posts of every type, listed ones first, without regard to case', () => {
    const parts = {
      ...PARTS,
      listedTags: [tag('Writing', 'tag-rose'), tag('Unused')],
      projects: [projectRecord({ id: 'p', tags: ['Zig'] })],
    }
    const snapshot = built(
      [
        postRecord({ id: 'a', tags: ['writing', 'Rust'] }),
        postRecord({ id: 'b', tags: ['WRITING', 'rust'], type: 'link' }),
        postRecord({ id: 'c', tags: ['Rust', 'Topic 10', 'topic 2'] }),
      ],
      parts,
    )
    expect(snapshot.tags.map(({ name, count }) => [name, count])).toEqual([
      ['Writing', 2],
      ['Unused', 0],
      ['Rust', 3],
      ['topic 2', 1],
      ['Topic 10', 1],
      ['Zig', 0],
    ])
    expect(snapshot.tagNamed('wRiTiNg')).toEqual(tag('Writing', 'tag-rose'))
    expect(snapshot.tagNamed('Never seen')).toEqual(tag('Never seen'))
  })

  it('counts essays and shorts alone in the heatmap', () => {
    const types = ['essay', 'short', 'link', 'project', 'reading'] as const
    const snapshot = built(types.map((type) => postRecord({ id: type, type })))
    expect([...snapshot.heatmap]).toEqual([['2026-01-01', ['essay', 'short']]])
  })

  it('gives an old id to one public post', () => {
    const snapshot = built([
      postRecord({ id: 'b', aliases: ['old'] }),
      postRecord({ id: 'a', aliases: ['old', 'a'] }),
    ])
    expect([...snapshot.aliases]).toEqual([['old', 'a']])
  })

  it('names equal public content alike and other content otherwise', () => {
    const one = built([postRecord({ id: 'a' }), postRecord({ id: 'b' })]).digest
    const other = built([postRecord({ id: 'b' }), postRecord({ id: 'a' })]).digest
    expect(other).toBe(one)
    const draft = postRecord({ id: 'c', draft: true })
    expect(built([postRecord({ id: 'a' }), postRecord({ id: 'b' }), draft]).digest).toBe(one)
    expect(built([postRecord({ id: 'a' })]).digest).not.toBe(one)
    const tagged = { ...PARTS, listedTags: [tag('New')] }
    expect(built([], tagged).digest).not.toBe(built([]).digest)
  })
})
