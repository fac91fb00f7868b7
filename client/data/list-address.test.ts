import { expect, it } from 'vitest'
import { cursorAfter, listAddressOf } from './list-address.ts'

it("a list's address names a tag once, in whatever case", () => {
  const search = new URLSearchParams('tag=Writing&tag=writing&tag=+')
  expect(listAddressOf(search).tags).toEqual(['Writing'])
})

it("gives the server's own cursor for a post", () => {
  const cursor = cursorAfter({ created_at: '2026-11-20T09:30:00+01:00', id: 'naïve-ƒ' })
  const instant = Date.parse('2026-11-20T08:30:00Z')
  expect(Buffer.from(cursor, 'base64url').toString()).toBe(`${instant}.naïve-ƒ`)
  expect(cursor).not.toMatch(/[+/=]/)
})
