import { expect, it } from 'vitest'
import { parsePostDate } from './post-date.ts'

it.each([
  ['an offset has no colon', '2026-11-20 09:30:15 +0530', 'UTC', '2026-11-20T09:30:15+05:30'],
  ['an offset has hours alone', '2026-11-20T09:30+01', 'UTC', '2026-11-20T09:30:00+01:00'],
  ['a second has no fractions', '2026-11-20T09:30:15.987Z', 'UTC', '2026-11-20T09:30:15+00:00'],
])('%s: %s in %s is %s', (_, text, timeZone, iso) => {
  const day = iso.slice(0, 10)
  expect(parsePostDate(text, timeZone)).toEqual({ instant: Date.parse(iso), iso, day })
})

const none =
  '2026-13-45¦2026-02-29¦2026-11-20T25:00¦2026-11-20T10:61¦2026-11-20T10:00+99:00¦' +
  'yesterday¦20.11.2026¦'
it.each(none.split('¦'))('refuses %j instead of rolling it over', (text) => {
  expect(parsePostDate(text, 'UTC')).toBeNull()
})
