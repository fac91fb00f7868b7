import { expect, it } from 'vitest'
import { announcedBreaks, type Break, breakDays, unannouncedBreaks } from './breaks.ts'
import type { Day } from './day.ts'

const breakOf = (from: Day, to: Day, reason: string | null = null): Break => ({ from, to, reason })
const CHRISTMAS = breakOf('2026-12-20', '2027-01-03', 'Ill')
const SHORT = breakOf('2026-12-20', '2026-12-24', 'Ill')
const ONE_DAY = breakOf('2026-12-20', '2026-12-20')
const ILL = { ...ONE_DAY, reason: 'Ill' }

const EARLIER = breakOf('2026-12-19', '2027-01-03')
const LATER = breakOf('2026-12-21', '2027-01-03')

/** A commit of 2026, at 10:00 UTC without a time, and its breaks. */
const on = (time: string, ...breaks: Break[]) => {
  return { at: Date.parse(`2026-${time.length > 5 ? time : `${time}T10:00`}Z`), breaks }
}

/** Commits, the announced break, the number of its commit, the zone if it is not UTC. */
it.each<[string, ReturnType<typeof on>[], Break | null, number?, string?]>([
  ['in time', [on('12-19T23:59', CHRISTMAS)], CHRISTMAS, 0],
  ['on its first day', [on('12-20T00:00', CHRISTMAS)], null],
  ['in time in its zone', [on('12-20T04:59', ONE_DAY)], ONE_DAY, 0, 'America/New_York'],
  ['too late in its zone', [on('12-19T23:30', CHRISTMAS)], null, 0, 'Europe/Berlin'],
  ['and made longer before it began', [on('12-01', SHORT), on('12-19', CHRISTMAS)], CHRISTMAS, 1],
  ['and made longer on the way', [on('12-01', SHORT), on('12-22', CHRISTMAS)], SHORT, 0],
  ['and made shorter on the way', [on('12-01', CHRISTMAS), on('12-22', SHORT)], SHORT, 0],
  [
    'and is as long again',
    [on('12-01', CHRISTMAS), on('12-05', SHORT), on('12-22', CHRISTMAS)],
    CHRISTMAS,
    0,
  ],
  ['and began earlier than announced', [on('12-01', CHRISTMAS), on('12-19', EARLIER)], null],
  ['and began later, told too late', [on('12-01', CHRISTMAS), on('12-21', LATER)], null],
  ['and taken back', [on('12-01', CHRISTMAS), on('12-22')], null],
  [
    'taken back and declared again',
    [on('12-01', CHRISTMAS), on('12-02'), on('12-30', CHRISTMAS)],
    CHRISTMAS,
    0,
  ],
  ['with another that is too late', [on('12-01', SHORT), on('12-30', SHORT, LATER)], SHORT, 0],
  ['with another reason since', [on('12-01', ONE_DAY), on('12-30', ILL)], ILL, 0],
  [
    'by a branch, in time, that was merged later',
    [on('12-21'), on('12-19', CHRISTMAS), on('12-22', CHRISTMAS)],
    CHRISTMAS,
    1,
  ],
  ['in no commit', [], null],
])('a break that was committed %s', (_, commits, announced, number, zone = 'UTC') => {
  const versions = commits.map((commit, index) => ({ ...commit, commit: `${index}` }))
  const expected = announced ? [{ ...announced, commit: `${number}` }] : []
  expect(announcedBreaks(versions, zone)).toEqual(expected)
})

it('the days of breaks end with the range, and a day in two of them has the reason of the first', () => {
  const holidays = breakOf('2026-12-30', '2027-01-02', 'Holidays')
  const ill = breakOf('2027-01-02', '2027-01-09', 'Ill')
  const days = breakDays([holidays, ill], { from: '2026-12-31', to: '2027-01-03' })
  expect([...days].map(([day, { reason }]) => `${day} ${reason}`).sort()).toEqual([
    '2026-12-31 Holidays',
    '2027-01-01 Holidays',
    '2027-01-02 Holidays',
    '2027-01-03 Ill',
  ])
})

const TOO_LATE = 'does not hold: no commit before that day has it.'
const LONGER = 'holds only to December 24, 2026: no earlier commit has it longer.'
const IN_TIME = 'holds once it is committed before that day.'
it.each<[string, Break, Break, Day, string | null]>([
  ['nothing of one that holds', CHRISTMAS, CHRISTMAS, '2027-02-01', null],
  ['nothing of one that was made shorter', SHORT, CHRISTMAS, '2027-02-01', null],
  ['when it will hold', CHRISTMAS, LATER, '2026-12-19', IN_TIME],
  ['that it is too late', CHRISTMAS, LATER, '2026-12-20', TOO_LATE],
  ['up to which day it holds', CHRISTMAS, SHORT, '2026-12-20', LONGER],
])('the author is told %s', (_, inFile, announced, today, sentence) => {
  const text = '# The site\nbreaks:\n  - to: 2027-01-03\n    from: 2026-12-20\n'
  const reason = `The break from December 20, 2026 ${sentence}`
  expect(unannouncedBreaks([inFile], { announced: [announced], text, today })).toEqual(
    sentence === null ? [] : [{ file: 'site.yaml', line: 4, reason }],
  )
})
