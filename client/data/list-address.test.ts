import { describe, expect, it } from 'vitest'
import { cursorAfter, listAddressOf, toggleTag } from './list-address.ts'

describe("a list's address", () => {
  it('names a tag once, in whatever case', () => {
    expect(listAddressOf(new URLSearchParams('tag=Writing&tag=writing&tag=+')).tags).toEqual([
      'Writing',
    ])
  })

  it('adds a tag and takes it away again', () => {
    expect(toggleTag(['a'], 'b')).toEqual(['a', 'b'])
    expect(toggleTag(['a', 'B'], 'b')).toEqual(['a'])
  })
})

it("gives the server's own cursor for a post", () => {
  const cursor = cursorAfter({ created_at: '2026-11-20T09:30:00+01:00', id: 'naïve-ƒ' })
  const instant = Date.parse('2026-11-20T08:30:00Z')
  expect(Buffer.from(cursor, 'base64url').toString()).toBe(`${instant}.naïve-ƒ`)
  expect(cursor).not.toMatch(/[+/=]/)
})
