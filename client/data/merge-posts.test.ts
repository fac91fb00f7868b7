import { describe, expect, it } from 'vitest'
import { LIST_PAGE_SIZE } from '#domain/post.ts'
import { COOKING, listOf, postOf, WRITING } from '../test/fixtures.ts'
import { cursorAfter } from './list-address.ts'
import { mergePosts, mergeTags } from './merge-posts.ts'

/** Posts of one day each, newest first. */
const posts = (prefix: string, count: number, hour: string) =>
  Array.from({ length: count }, (_, index) =>
    postOf({ id: `${prefix}${index}`, created_at: `2026-10-${30 - index}T${hour}:00:00+01:00` }),
  )

describe('recent posts', () => {
  it('are the newest of both lists, newest first', () => {
    const { items: merged, next } = mergePosts([
      listOf(posts('e', 2, '09')),
      listOf(posts('s', 2, '12')),
    ])
    expect(merged.map(({ id }) => id)).toEqual(['s0', 'e0', 's1', 'e1'])
    expect(next).toBeNull()
  })

  it('go on after the last one shown, in both lists', () => {
    const { items: merged, next } = mergePosts([
      listOf(posts('e', 20, '09')),
      listOf(posts('s', 20, '12')),
    ])
    const last = merged[LIST_PAGE_SIZE - 1]
    expect(merged).toHaveLength(LIST_PAGE_SIZE)
    expect(next).toBe(last && cursorAfter(last))
  })

  it('go on when one list has more to give', () => {
    expect(mergePosts([listOf(posts('e', 2, '09'), { next_cursor: 'x' })]).next).not.toBeNull()
  })

  it('leave out a list that failed', () => {
    expect(mergePosts([null, listOf([postOf()])]).items).toHaveLength(1)
    expect(mergePosts([null, null])).toEqual({ items: [], next: null, total: 0 })
  })

  it('have the tags of both, counted together', () => {
    const a = listOf([], { tags: [{ ...WRITING, count: 2 }] })
    const b = listOf([], {
      tags: [
        { ...COOKING, count: 3 },
        { ...WRITING, count: 2 },
      ],
    })
    expect(mergeTags([a, b]).map(({ name, count }) => [name, count])).toEqual([
      ['Writing', 4],
      ['Cooking', 3],
    ])
  })
})
