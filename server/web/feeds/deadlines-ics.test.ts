import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixtureSnapshot } from '../../test/snapshot-fixture.ts'
import { projectRecord } from '../../test/test-records.ts'
import { deadlinesIcs } from './deadlines-ics.ts'

const SITE_URL = 'https://gap.example'

describe('the calendar', () => {
  const unfolded = (text: string) => text.replaceAll('\r\n ', '')
  const move = {
    from: '2026-12-01',
    to: '2026-12-31',
    at: '2026-11-01T10:00:00Z',
    commit: 'c',
    reason: '',
  }

  it('has an all-day event for each project that is not completed', () => {
    const projects = [
      projectRecord({
        id: 'a',
        title: 'Ship; v1, really',
        due_date: '2026-12-31',
        tags: ['Writing'],
      }),
      projectRecord({ id: 'done', status: 'Done' }),
      projectRecord({ id: 'completed', status: 'Completed' }),
    ]
    const parts = { projects, moves: new Map([['a', [move]]]) }
    const text = unfolded(deadlinesIcs(fixtureSnapshot([], parts), SITE_URL))
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    for (const line of [
      'UID:a@gap.example',
      'SEQUENCE:1',
      'DTSTAMP:20261101T100000Z',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'SUMMARY:Due: Ship\\; v1\\, really',
      'CATEGORIES:Writing',
      'END:VCALENDAR',
    ]) {
      expect(text).toContain(`\r\n${line}\r\n`)
    }
  })

  it('has the same day in every zone of the server', () => {
    const before = process.env.TZ
    try {
      for (const zone of ['Pacific/Kiritimati', 'America/New_York', 'Asia/Kolkata', 'UTC']) {
        process.env.TZ = zone
        const projects = [projectRecord({ id: 'a', due_date: '2026-03-29' })]
        expect(deadlinesIcs(fixtureSnapshot([], { projects }), SITE_URL)).toContain(
          'DTSTART;VALUE=DATE:20260329\r\n',
        )
      }
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })

  it('keeps to lines of 75 bytes and has no line of an author’s making', () => {
    const title = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(title, (text) => {
        const projects = [projectRecord({ id: 'a', title: `${text}\r\nBEGIN:X`, tags: [text] })]
        const calendar = deadlinesIcs(fixtureSnapshot([], { projects }), SITE_URL)
        const lines = calendar.split('\r\n')
        for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        expect(lines.filter((line) => line.startsWith('BEGIN:'))).toHaveLength(2)
      }),
    )
  })
})
