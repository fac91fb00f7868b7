import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POST_TYPES } from '#domain/post.ts'
import { emptyParts, postRecord, projectRecord, tag } from '../../test/test-records.ts'
import type { PostRecord, Snapshot } from '../records.ts'
import { type BuiltSnapshot, buildSnapshot } from './build-snapshot.ts'
import type { ContentParts } from './content-parts.ts'

const NOW = Date.parse('2026-06-01T00:00:00Z')
const PARTS = emptyParts()

function byId(posts: readonly PostRecord[]): Map<string, PostRecord | null> {
  return new Map(posts.map((post) => [post.id, post]))
}

function built(posts: readonly PostRecord[], more: { parts?: ContentParts; now?: number } = {}) {
  return buildSnapshot(null, { now: NOW, parts: PARTS, posts: byId(posts), ...more })
}

function next(previous: BuiltSnapshot, posts: readonly PostRecord[], now = previous.now) {
  return buildSnapshot(previous, { now, parts: previous.parts, posts: byId(posts) })
}

/** All of a snapshot that can be compared; tags are looked up for every name that occurs. */
function facts(snapshot: Snapshot) {
  const { version: _, tagNamed, ...rest } = snapshot
  const names = [...new Set(snapshot.allPosts.flatMap((post) => post.tags))].sort()
  return { ...rest, named: names.map((name) => tagNamed(name)) }
}

const arbitraryPost = fc
  .record({
    id: fc.constantFrom(...'abcdefghij'),
    revision: fc.constantFrom('r1', 'r2', 'r3'),
    type: fc.constantFrom(...POST_TYPES),
    instant: fc.integer({ min: 0, max: 12 }).map((step) => NOW + (step - 9) * 10_800_000),
    draft: fc.boolean(),
    featured: fc.boolean(),
    tags: fc.uniqueArray(fc.constantFrom('Writing', 'writing', 'Rust', 'rust', 'Go'), {
      maxLength: 3,
    }),
    aliases: fc.uniqueArray(fc.constantFrom('old', 'older', 'a'), { maxLength: 2 }),
    project: fc.constantFrom(null, 'p', 'q'),
  })
  .map((fields) => postRecord(fields))

const arbitraryParts = fc.record({
  listedTags: fc.constantFrom([], [tag('Writing', 'tag-rose')], [tag('Go'), tag('RUST')]),
  projects: fc.constantFrom(
    [],
    [projectRecord({ id: 'p', tags: ['Go', 'Zig'] })],
    [projectRecord({ id: 'q', due_date: '2026-01-01' }), projectRecord({ id: 'p' })],
  ),
})

/** What an edit changes: the text alone, or one more field. */
const arbitraryEdit = fc.record({
  at: fc.nat(9),
  fields: arbitraryPost,
  field: fc.constantFrom(
    ...([
      'title',
      'type',
      'draft',
      'featured',
      'tags',
      'aliases',
      'project',
      'instant',
      'day',
    ] as const),
  ),
})

const edited = (
  old: PostRecord,
  { fields, field }: { fields: PostRecord; field: keyof PostRecord },
) => {
  const { id, type, draft, featured, tags, aliases, project, instant } = old
  const kept = { id, type, draft, featured, tags: [...tags], aliases, project, instant }
  return postRecord({ ...kept, revision: fields.revision, [field]: fields[field] })
}

const arbitraryStep = fc.record({
  edits: fc.array(arbitraryEdit, { maxLength: 3 }),
  posts: fc.oneof(
    fc.constant<PostRecord[]>([]),
    fc.uniqueArray(arbitraryPost, { maxLength: 4, selector: (post) => post.id }),
  ),
  gone: fc.array(fc.constantFrom(...'abcdefghij'), { maxLength: 2 }),
  parts: fc.option(arbitraryParts),
  minutes: fc.integer({ min: -2_000, max: 4_000 }),
})

describe('buildSnapshot', () => {
  it('comes to the same by steps as at once, whatever changed and however time passed', () => {
    fc.assert(
      fc.property(fc.array(arbitraryStep, { maxLength: 8 }), (steps) => {
        let parts = PARTS
        let now = NOW
        let step = built([])
        const posts = new Map<string, PostRecord>()
        for (const { edits, posts: others, gone, parts: otherParts, minutes } of steps) {
          const change = new Map<string, PostRecord | null>(gone.map((id) => [id, null]))
          for (const id of gone) posts.delete(id)
          const kept = [...posts.values()]
          const changed = edits.flatMap((edit) => {
            const old = kept[edit.at % kept.length]
            return old ? [edited(old, edit)] : []
          })
          for (const post of [...changed, ...others]) {
            change.set(post.id, post)
            posts.set(post.id, post)
          }
          parts = { ...parts, ...otherParts }
          now += minutes * 60_000
          step = buildSnapshot(step, { now, parts, posts: change })
          expect(facts(step.snapshot)).toEqual(
            facts(built([...posts.values()], { parts, now }).snapshot),
          )
        }
      }),
      { numRuns: 300 },
    )
  })

  it('lists newest first, and posts of one instant by id', () => {
    const posts = [
      postRecord({ id: 'old', instant: NOW - 3_000 }),
      postRecord({ id: 'b', instant: NOW - 2_000 }),
      postRecord({ id: 'a', instant: NOW - 2_000 }),
      postRecord({ id: 'new', instant: NOW - 1_000 }),
    ]
    expect(built(posts).snapshot.publicPosts.map(({ id }) => id)).toEqual(['new', 'a', 'b', 'old'])
  })

  it('keeps drafts and scheduled posts out of everything public', () => {
    const { snapshot } = built([
      postRecord({ id: 'draft', draft: true, featured: true, tags: ['Secret'], aliases: ['x'] }),
      postRecord({ id: 'later', instant: NOW + 1, project: 'p', tags: ['Later'] }),
    ])
    expect(snapshot.allPosts).toHaveLength(2)
    expect(snapshot.publicPosts).toEqual([])
    expect(snapshot.featured).toEqual([])
    expect(snapshot.tags).toEqual([])
    expect(snapshot.aliases.size + snapshot.heatmap.size + snapshot.evidence.size).toBe(0)
  })

  it('publishes a scheduled post when its moment has come', () => {
    const before = built([postRecord({ id: 'later', instant: NOW + 5_000 })])
    expect(before.snapshot.nextPublication).toBe(NOW + 5_000)
    expect(next(before, [], NOW + 4_999).snapshot.publicPosts).toEqual([])
    const after = next(before, [], NOW + 5_000).snapshot
    expect(after.publicPosts.map(({ id }) => id)).toEqual(['later'])
    expect(after.nextPublication).toBeNull()
  })

  it('counts tags of public posts of every type, listed ones first, without regard to case', () => {
    const parts = {
      ...PARTS,
      listedTags: [tag('Writing', 'tag-rose'), tag('Unused')],
      projects: [projectRecord({ id: 'p', tags: ['Zig'] })],
    }
    const { snapshot } = built(
      [
        postRecord({ id: 'a', tags: ['writing', 'Rust'] }),
        postRecord({ id: 'b', tags: ['WRITING', 'rust'], type: 'link' }),
        postRecord({ id: 'c', tags: ['Rust', 'Topic 10', 'topic 2'] }),
      ],
      { parts },
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
    const { snapshot } = built(types.map((type) => postRecord({ id: type, type })))
    expect([...snapshot.heatmap]).toEqual([['2026-01-01', ['essay', 'short']]])
  })

  it('gives an old id to one public post', () => {
    const { snapshot } = built([
      postRecord({ id: 'b', aliases: ['old'] }),
      postRecord({ id: 'a', aliases: ['old', 'a'] }),
    ])
    expect([...snapshot.aliases]).toEqual([['old', 'a']])
  })

  it('keeps what a change does not touch', () => {
    const before = built([
      postRecord({ id: 'essay', tags: ['Writing'], featured: true, project: 'p' }),
      postRecord({ id: 'short', type: 'short', instant: NOW - 1_000 }),
    ])
    const short = postRecord({ id: 'short', type: 'short', instant: NOW - 1_000, title: 'New' })
    const after = next(before, [short]).snapshot
    const old = before.snapshot
    expect(after.publicByType.get('essay')).toBe(old.publicByType.get('essay'))
    expect(after.publicByType.get('short')).not.toBe(old.publicByType.get('short'))
    for (const part of [
      'featured',
      'tags',
      'tagNamed',
      'heatmap',
      'evidence',
      'aliases',
    ] as const) {
      expect(after[part]).toBe(old[part])
    }
    expect(after.posts.get('essay')).toBe(old.posts.get('essay'))
  })

  it('keeps the look of tags when only their counts change', () => {
    const before = built([postRecord({ id: 'a', tags: ['Rust'] })])
    const after = next(before, [postRecord({ id: 'b', tags: ['Rust'] })]).snapshot
    expect(after.tags).not.toBe(before.snapshot.tags)
    expect(after.tagNamed).toBe(before.snapshot.tagNamed)
  })

  it('names equal public content alike and other content otherwise', () => {
    const one = built([postRecord({ id: 'a' }), postRecord({ id: 'b' })]).snapshot.digest
    const other = built([postRecord({ id: 'b' }), postRecord({ id: 'a' })]).snapshot.digest
    expect(other).toBe(one)
    const draft = postRecord({ id: 'c', draft: true })
    expect(built([postRecord({ id: 'a' }), postRecord({ id: 'b' }), draft]).snapshot.digest).toBe(
      one,
    )
    expect(built([postRecord({ id: 'a' })]).snapshot.digest).not.toBe(one)
    const tagged = { ...PARTS, listedTags: [tag('New')] }
    expect(built([], { parts: tagged }).snapshot.digest).not.toBe(built([]).snapshot.digest)
  })
})
