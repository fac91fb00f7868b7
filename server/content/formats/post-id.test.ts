import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idFromTitle, uniqueId } from './post-id.ts'

describe('an id', () => {
  it.each([
    ['Shipping in public', 'shipping-in-public'],
    ['Hello Wörld & more', 'hello-woerld-and-more'],
    ["Don't use JavaScript", 'dont-use-javascript'],
    ['Приве́т мир', 'privet-mir'],
    [`${'word '.repeat(20)}`, `${'word-'.repeat(16).slice(0, -1)}`],
    [`a ${'b'.repeat(100)}`, `a-${'b'.repeat(78)}`],
  ])('of %j is %s', (title, id) => {
    expect(idFromTitle(title, '2026-11-20')).toBe(id)
  })

  it('of a title with nothing to slug is the day and a random part', () => {
    expect(idFromTitle('日本語', '2026-11-20')).toMatch(/^2026-11-20-[0-9a-z]{4}$/)
  })

  it.each([
    [[], 'a', 'a'],
    [['a'], 'a', 'a-2'],
    [['a', 'a-2', 'a-3'], 'a', 'a-4'],
    [[], 'admin', 'admin-2'],
    [['tags-2'], 'tags', 'tags-3'],
    [['x'.repeat(80)], 'x'.repeat(80), `${'x'.repeat(78)}-2`],
  ])('that is free beside %j for %s is %s', (taken, base, id) => {
    expect(uniqueId(base, (one) => (taken as string[]).includes(one))).toBe(id)
  })

  it('is always a plain word of at most 80 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        expect(uniqueId(idFromTitle(title, '2026-11-20'), () => false)).toMatch(
          /^(?=.{1,80}$)[a-z0-9]+(?:-[a-z0-9]+)*$/,
        )
      }),
    )
  })
})
