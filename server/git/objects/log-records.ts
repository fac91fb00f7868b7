/**
 * Parses `git log`. Fields end with NUL, which no message, name or path can contain, and are told
 * apart by position, never by content: no commit can forge a second one or hide its files.
 */
import { cleanLine, cleanLines } from '#domain/texts/control-characters.ts'
import { Turns } from '../../workers/turns.ts'
import type { CommitChange, LogCommit } from '../repository.ts'
import { parseCommitTime } from './commit-object.ts'
import type { Git } from './git-process.ts'

/** Longer fields are truncated. */
const FIELD_LENGTH_MAX = 64 * 1024
const FIELDS = ['%H', '%P', '%an', '%ad', '%cd', '%s', '%b']

/** The last ones override the author's `log.*` settings. */
const FORMAT_OPTIONS: readonly string[] = [
  `--format=${FIELDS.map((field) => `${field}%x00`).join('')}`,
  '--encoding=UTF-8',
  // In any other format git fails for times before 1970.
  '--date=raw',
  '--raw',
  '-z',
  '--no-abbrev',
  // Else git omits the side of a merge that the present file does not come from.
  '--full-history',
  ...['--no-color', '--no-show-signature', '--no-follow', '--root'],
]
/** `:100644 100644 <before> <after> R086`, after an empty field and a newline; then one path or two. */
const CHANGE = /^\n?:\d+ (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/

/**
 * Streams the commits of `git log` in its order, with pauses: a history of any length takes little
 * memory and does not block the event loop.
 * @param options further options, ranges and paths
 * @throws GitFailure, also after some commits
 */
export async function readLog(
  git: Git,
  options: readonly string[],
  onCommit: (commit: LogCommit) => void,
): Promise<void> {
  const reading = readFields(onCommit)
  reading.next()
  const turns = new Turns()
  let rest = ''
  for await (const text of git.stream(['log', ...FORMAT_OPTIONS, ...options])) {
    const fields = text.split('\0')
    const last = fields.pop() ?? ''
    for (const [at, field] of fields.entries()) {
      if (turns.isDue()) await turns.pause()
      reading.next(copyText(at === 0 ? appendField(rest, field) : field))
    }
    rest = fields.length > 0 ? last : appendField(rest, last)
  }
  reading.next()
}

/** Appends to a field up to its maximum length. */
const appendField = (text: string, chunk: string) =>
  text.length < FIELD_LENGTH_MAX ? (text + chunk).slice(0, FIELD_LENGTH_MAX) : text

/** Copies a string: a slice would keep the whole chunk in memory. */
const copyText = (text: string) => Buffer.from(text).toString()

/**
 * Assembles commits from fields; `undefined` ends the input. @throws Error for an unknown format
 */
function* readFields(
  onCommit: (commit: LogCommit) => void,
): Generator<undefined, void, string | undefined> {
  let field = yield
  while (field !== undefined) {
    if (!/^[0-9a-f]{40,64}$/.test(field)) throw new Error('git log answered in an unknown form')
    const head = [field]
    while (head.length < FIELDS.length) head.push((yield) ?? '')
    const changes: CommitChange[] = []
    for (field = yield; field !== undefined; field = yield) {
      const [, mode, before = '', after = '', status = ''] = CHANGE.exec(field) ?? []
      if (mode === undefined && field !== '') break
      if (mode === undefined) continue
      const from = status === 'R' || status === 'C' ? ((yield) ?? '') : null
      const path = (yield) ?? ''
      changes.push({ path, from, mode, before: blobOf(before), after: blobOf(after) })
    }
    onCommit(commitOf(head, changes))
  }
}

function commitOf(head: readonly string[], changes: CommitChange[]): LogCommit {
  const [commit = '', parents = '', author = '', authored = '', committed = '', ...message] = head
  const [subject = '', body = ''] = message
  const { date, at: authoredAt } = parseCommitTime(authored)
  return {
    commit,
    parents: parents === '' ? [] : parents.split(' '),
    author: cleanLine(author),
    date,
    authoredAt,
    committedAt: parseCommitTime(committed).at,
    subject: cleanLine(subject),
    body: cleanLines(body),
    changes,
  }
}

/** The blob of a raw entry; null for zeros. */
const blobOf = (id: string) => (/^0+$/.test(id) ? null : id)
