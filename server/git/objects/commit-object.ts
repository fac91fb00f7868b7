/** The identity, the time with its zone and the message of commits. */
import { formatWithOffset } from '#domain/days/zone.ts'
import { cleanLine, cleanLines } from '#domain/texts/control-characters.ts'

const SUBJECT_LENGTH_MAX = 72
/** Of the year 9998. */
const LAST_SECOND = Date.UTC(9999, 0) / 1000 - 1

export interface CommitAuthor {
  name: string
  email: string
}

export interface CommitText {
  subject: string
  body?: string | undefined
}

/** An identity as git takes it: no angle brackets, newlines or stray punctuation around it. */
export function cleanAuthor({ name, email }: CommitAuthor): CommitAuthor {
  const clean = (text: string) =>
    cleanLine(text)
      .replace(/[<>]/g, ' ')
      .replace(/^[\s.,:;"'\\]+|(?<![\s.,:;"'\\])[\s.,:;"'\\]+$/g, '')
  return { name: clean(name) || 'G.A.P. admin', email: clean(email) || 'admin@localhost' }
}

/** One line without control characters, at most 72 characters, never empty. */
function formatSubject(subject: string): string {
  const line = cleanLine(subject).replace(/\s+/g, ' ') || 'Change content'
  const characters = Array.from(line)
  if (characters.length <= SUBJECT_LENGTH_MAX) return line
  const start = characters.slice(0, SUBJECT_LENGTH_MAX - 1).join('')
  return `${start.trimEnd()}…`
}

/** A message fit for a log, with a line break at its end. */
export function formatMessage({ subject, body = '' }: CommitText): string {
  const rest = cleanLines(body)
  return rest === '' ? `${formatSubject(subject)}\n` : `${formatSubject(subject)}\n\n${rest}\n`
}

/** A time in git's format, in the machine's zone: `1700000000 +0130`. */
export function formatCommitTime(now: Date): string {
  const minutesWest = now.getTimezoneOffset()
  const minutes = Math.abs(minutesWest)
  const digits = String(Math.floor(minutes / 60) * 100 + (minutes % 60)).padStart(4, '0')
  return `${Math.floor(now.getTime() / 1000)} ${minutesWest > 0 ? '-' : '+'}${digits}`
}

/**
 * Parses git's time format into ISO 8601 with offset and milliseconds since 1970. An invalid time
 * becomes the start of 1970, an invalid zone UTC.
 */
export function parseCommitTime(text: string): { date: string; at: number } {
  const [, digits, sign, hours, minutes] = /^(\d+) ([+-])(\d\d)(\d\d)$/.exec(text) ?? []
  const seconds = Number(digits ?? 0)
  const isTime = seconds <= LAST_SECOND
  const isZone = isTime && Number(hours) < 24 && Number(minutes) < 60
  const ahead = isZone ? (Number(hours) * 60 + Number(minutes)) * 60_000 : 0
  const at = isTime ? seconds * 1000 : 0
  return { date: formatWithOffset(at, sign === '-' ? -ahead : ahead), at }
}
