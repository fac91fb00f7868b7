import { expect, it } from 'vitest'
import { parsePostDate } from './post-date.ts'

it.each([
  [
    '2026-11-20T23:30:00-05:00',
    'Europe/Berlin',
    '2026-11-20T23:30:00-05:00',
    'an offset fixes the day by the wall clock written',
  ],
  [
    '2026-11-20T23:30:00Z',
    'Europe/Berlin',
    '2026-11-21T00:30:00+01:00',
    'Z is read in the site’s zone',
  ],
  [
    '2026-07-01 10:00',
    'America/New_York',
    '2026-07-01T10:00:00-04:00',
    'no offset is the site’s wall clock',
  ],
  [
    '2026-11-20',
    'Pacific/Kiritimati',
    '2026-11-20T00:00:00+14:00',
    'a bare day is its midnight there',
  ],
  ['2026-11-20 09:30:15 +0530', 'UTC', '2026-11-20T09:30:15+05:30', 'an offset without a colon'],
  ['2026-11-20T09:30+01', 'UTC', '2026-11-20T09:30:00+01:00', 'an offset of hours alone'],
  ['2026-11-20T09:30:15.987Z', 'UTC', '2026-11-20T09:30:15+00:00', 'no fractions of a second'],
])('%s in %s is %s: %s', (text, timeZone, iso) => {
  const day = iso.slice(0, 10)
  expect(parsePostDate(text, timeZone)).toEqual({ instant: Date.parse(iso), iso, day })
})

it.each([
  '2026-13-45',
  '2026-02-29',
  '2026-11-20T25:00',
  '2026-11-20T10:61',
  '2026-11-20T10:00+99:00',
  'yesterday',
  '20.11.2026',
  '',
])('refuses %j instead of rolling it over', (text) => {
  expect(parsePostDate(text, 'UTC')).toBeNull()
})
