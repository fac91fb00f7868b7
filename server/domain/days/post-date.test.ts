import { expect, it } from 'vitest'
import { parsePostDate } from './post-date.ts'

it.each<[string, string, string, string, string]>([
  [
    'an offset fixes the day by the wall clock written',
    '2026-11-20T23:30:00-05:00',
    'Europe/Berlin',
    '2026-11-20T23:30:00-05:00',
    '2026-11-20',
  ],
  [
    'Z is read in the site’s zone',
    '2026-11-20T23:30:00Z',
    'Europe/Berlin',
    '2026-11-21T00:30:00+01:00',
    '2026-11-21',
  ],
  [
    'no offset is the site’s wall clock',
    '2026-07-01 10:00',
    'America/New_York',
    '2026-07-01T10:00:00-04:00',
    '2026-07-01',
  ],
  [
    'a bare day is its midnight there',
    '2026-11-20',
    'Pacific/Kiritimati',
    '2026-11-20T00:00:00+14:00',
    '2026-11-20',
  ],
  [
    'an offset without a colon',
    '2026-11-20 09:30:15 +0530',
    'UTC',
    '2026-11-20T09:30:15+05:30',
    '2026-11-20',
  ],
  [
    'an offset of hours alone',
    '2026-11-20T09:30+01',
    'UTC',
    '2026-11-20T09:30:00+01:00',
    '2026-11-20',
  ],
  [
    'fractions of a second are dropped',
    '2026-11-20T09:30:15.987Z',
    'UTC',
    '2026-11-20T09:30:15+00:00',
    '2026-11-20',
  ],
])('reads a date: %s', (_, text, timeZone, iso, day) => {
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
