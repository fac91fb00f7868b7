import { expect, it } from 'vitest'
import { announcedBreaks, type Break, breakDays, unannouncedBreaks } from './breaks.ts'
import type { Day } from './day.ts'

const breakOf = (from: Day, to: Day, reason: string | null = null): Break => ({ from, to, reason })
const CHRISTMAS = breakOf('2026-12-20', '2027-01-03', 'Ill')
const SHORT = breakOf('2026-12-20', '2026-12-24', 'Ill')
const ONE_DAY = breakOf('2026-12-20', '2026-12-20')

type Commit = [time: string, ...breaks: Break[]]
const at = (...commit: Commit): Commit => commit

/** Zone, commits (time in UTC and their breaks), the announced break and the number of its commit. */
it.each<[string, string, Commit[], Break | null, number?]>([
  ['in time', 'UTC', [at('2026-12-19T23:59', CHRISTMAS)], CHRISTMAS, 0],
  ['on its first day', 'UTC', [at('2026-12-20T00:00', CHRISTMAS)], null],
  ['in time in its zone', 'America/New_York', [at('2026-12-20T04:59', ONE_DAY)], ONE_DAY, 0],
  ['too late in its zone', 'Europe/Berlin', [at('2026-12-19T23:30', CHRISTMAS)], null],
  ['too late on Kiritimati', 'Pacific/Kiritimati', [at('2026-12-19T10:00', ONE_DAY)], null],
  [
    'and made longer before it began',
    'UTC',
    [at('2026-12-01T10:00', SHORT), at('2026-12-19T10:00', CHRISTMAS)],
    CHRISTMAS,
    1,
  ],
  [
    'and made longer on the way',
    'UTC',
    [at('2026-12-01T10:00', SHORT), at('2026-12-22T10:00', CHRISTMAS)],
    SHORT,
    0,
  ],
  [
    'and made shorter on the way',
    'UTC',
    [at('2026-12-01T10:00', CHRISTMAS), at('2026-12-22T10:00', SHORT)],
    SHORT,
    0,
  ],
  [
    'and is as long again',
    'UTC',
    [
      at('2026-12-01T10:00', CHRISTMAS),
      at('2026-12-05T10:00', SHORT),
      at('2026-12-22T10:00', CHRISTMAS),
    ],
    CHRISTMAS,
    0,
  ],
  [
    'and began earlier than announced',
    'UTC',
    [
      at('2026-12-01T10:00', CHRISTMAS),
      at('2026-12-19T10:00', breakOf('2026-12-19', '2027-01-03')),
    ],
    null,
  ],
  [
    'and began later, which was committed too late',
    'UTC',
    [
      at('2026-12-01T10:00', CHRISTMAS),
      at('2026-12-21T10:00', breakOf('2026-12-21', '2027-01-03')),
    ],
    null,
  ],
  ['and taken back', 'UTC', [at('2026-12-01T10:00', CHRISTMAS), at('2026-12-22T10:00')], null],
  [
    'taken back and declared again',
    'UTC',
    [at('2026-12-01T10:00', CHRISTMAS), at('2026-12-02T10:00'), at('2026-12-30T10:00', CHRISTMAS)],
    CHRISTMAS,
    0,
  ],
  [
    'with another that is too late',
    'UTC',
    [
      at('2026-12-01T10:00', SHORT),
      at('2026-12-30T10:00', SHORT, breakOf('2026-12-28', '2026-12-31')),
    ],
    SHORT,
    0,
  ],
  [
    'with another reason since',
    'UTC',
    [at('2026-12-01T10:00', SHORT), at('2026-12-30T10:00', { ...SHORT, reason: 'Away' })],
    { ...SHORT, reason: 'Away' },
    0,
  ],
  [
    'by a branch, in time, that was merged later',
    'UTC',
    [at('2026-12-21T10:00'), at('2026-12-19T10:00', CHRISTMAS), at('2026-12-22T10:00', CHRISTMAS)],
    CHRISTMAS,
    1,
  ],
  ['in no commit', 'UTC', [], null],
])('a break that was committed %s', (_, zone, commits, announced, number) => {
  const versions = commits.map(([time, ...breaks], index) => {
    return { commit: `${index}`, at: Date.parse(`${time}Z`), breaks }
  })
  const expected = announced ? [{ ...announced, commit: `${number}` }] : []
  expect(announcedBreaks(versions, zone)).toEqual(expected)
})

it('the days of breaks end with the range, and a day in two of them has the reason of the first', () => {
  const holidays = breakOf('2026-12-30', '2027-01-02', 'Holidays')
  const days = breakDays([holidays, breakOf('2027-01-02', '2027-01-09', 'Ill')], {
    from: '2026-12-31',
    to: '2027-01-03',
  })
  expect([...days].map(([day, { reason }]) => `${day} ${reason}`).sort()).toEqual([
    '2026-12-31 Holidays',
    '2027-01-01 Holidays',
    '2027-01-02 Holidays',
    '2027-01-03 Ill',
  ])
})

const TOO_LATE = 'does not hold: no commit before that day has it.'
const LONGER = 'holds only to December 24, 2026: no earlier commit has it longer.'
const OTHER = breakOf('2026-12-21', '2027-01-03')
it.each<[string, Break, Break, Day, string | null]>([
  ['nothing of one that holds', CHRISTMAS, CHRISTMAS, '2027-02-01', null],
  ['nothing of one that was made shorter', SHORT, CHRISTMAS, '2027-02-01', null],
  [
    'when it will hold',
    CHRISTMAS,
    OTHER,
    '2026-12-19',
    'holds once it is committed before that day.',
  ],
  ['that it is too late', CHRISTMAS, OTHER, '2026-12-20', TOO_LATE],
  ['up to which day it holds', CHRISTMAS, SHORT, '2026-12-20', LONGER],
])('the author is told %s', (_, inFile, announced, today, sentence) => {
  const text = '# The site\nbreaks:\n  - to: 2027-01-03\n    from: 2026-12-20\n'
  const reason = `The break from December 20, 2026 ${sentence}`
  expect(unannouncedBreaks([inFile], { announced: [announced], text, today })).toEqual(
    sentence === null ? [] : [{ file: 'site.yaml', line: 4, reason }],
  )
})
