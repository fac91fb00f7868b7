import { expect, it } from 'vitest'
import { type Break, breakDays, heldBreaks, unheldBreaks } from './breaks.ts'

/** `12-20..01-03 Ill`: a break from December 2026 to January 2027. */
const breakOf = (text: string): Break => {
  const [days = '', reason = null] = text.split(' ')
  const dayOf = (day: string) => (day < '07' ? `2027-${day}` : `2026-${day}`)
  const [from = '', to = ''] = days.split('..').map(dayOf)
  return { from, to, reason }
}

/** Zone; commits (their time in 2026, in UTC, and the breaks they have); what holds, by commit. */
const HELD = `
one in time                 : UTC : 12-19T23:59 12-20..01-03 Ill : 12-20..01-03 Ill by 1
one on its first day        : UTC : 12-20T00:00 12-20..01-03 :
in time by days of the zone : America/New_York : 12-20T04:59 12-20..12-20 : 12-20..12-20 by 1
too late by those           : Europe/Berlin : 12-19T23:30 12-20..01-03 :
too late by those           : Pacific/Kiritimati : 12-19T10:00 12-20..12-20 :
made longer before it began : UTC : 12-01T10:00 12-20..12-27 | 12-19T10:00 12-20..01-03 : 12-20..01-03 by 2
made longer on the way      : UTC : 12-01T10:00 12-20..12-27 | 12-22T10:00 12-20..01-03 : 12-20..12-27 by 1
made shorter on the way     : UTC : 12-01T10:00 12-20..01-03 | 12-22T10:00 12-20..12-24 : 12-20..12-24 by 1
as long again               : UTC : 12-01T10:00 12-20..01-03 | 12-05T10:00 12-20..12-24 | 12-22T10:00 12-20..01-03 : 12-20..01-03 by 1
begun earlier than announced: UTC : 12-01T10:00 12-20..01-03 | 12-19T10:00 12-19..01-03 :
begun later, told too late  : UTC : 12-01T10:00 12-20..01-03 | 12-21T10:00 12-21..01-03 :
taken back                  : UTC : 12-01T10:00 12-20..01-03 | 12-22T10:00 :
taken back, there again     : UTC : 12-01T10:00 12-20..01-03 | 12-02T10:00 | 12-30T10:00 12-20..01-03 : 12-20..01-03 by 1
two, one too late           : UTC : 12-01T10:00 12-20..12-21 | 12-30T10:00 12-20..12-21, 12-28..12-31 : 12-20..12-21 by 1
another reason since        : UTC : 12-01T10:00 12-20..12-21 Ill | 12-30T10:00 12-20..12-21 Away : 12-20..12-21 Away by 1
in no commit                : UTC : :`

const rows = HELD.trim().split('\n')
it.each(rows.map((row) => row.split(/ *: +| *:$/)))('holds: %s in %s', (_, zone, commits, held) => {
  const versions = (commits ?? '').split(' | ').flatMap((text, index) => {
    const [, time, breaks = ''] = /^(\S+) ?(.*)$/.exec(text) ?? []
    const named = breaks.split(', ').filter(Boolean).map(breakOf)
    return time ? [{ commit: `${index + 1}`, at: Date.parse(`2026-${time}Z`), breaks: named }] : []
  })
  const [text = '', commit = ''] = (held ?? '').split(' by ')
  expect(heldBreaks(versions, zone ?? '')).toEqual(text ? [{ ...breakOf(text), commit }] : [])
})

it('a day in two breaks has the reason of the first', () => {
  const days = breakDays(['12-31..01-02 Holidays', '01-02..01-03 Ill'].map(breakOf))
  const told = [...days].map(([day, { reason }]) => `${day.slice(5)} ${reason}`).sort()
  expect(told).toEqual(['01-01 Holidays', '01-02 Holidays', '01-03 Ill', '12-31 Holidays'])
})

const TOO_LATE = 'does not hold: no commit before that day has it.'
const LONGER = 'holds only to December 24, 2026: no earlier commit has it longer.'
it.each<[string, string, string, string | null]>([
  ['12-20..01-03', '12-20..01-03', '2027-02-01', null],
  ['12-20..12-24', '12-20..01-03', '2027-02-01', null],
  ['12-20..01-03', '12-21..01-03', '2026-12-19', 'holds once it is committed before that day.'],
  ['12-20..01-03', '12-21..01-03', '2026-12-20', TOO_LATE],
  ['12-20..01-03', '12-20..12-24', '2026-12-20', LONGER],
])('of %s, with %s held, on %s it is said: %s', (text, held, today, sentence) => {
  const file = '# The site\nbreaks:\n  - to: 2027-01-03\n    from: 2026-12-20\n'
  const told = unheldBreaks([breakOf(text)], { held: [breakOf(held)], text: file, today })
  const reason = `The break from December 20, 2026 ${sentence}`
  expect(told).toEqual(sentence === null ? [] : [{ file: 'site.yaml', line: 4, reason }])
})
