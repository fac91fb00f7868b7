/**
 * Parses `git log`. Fields end with NUL, which no message, name or path can contain, and are told
 * apart by position, never by content: no commit can forge a second one or hide its files.
 */
import { cleanLine, cleanLines } from '#domain/texts/control-characters.ts'
import { Turns } from '../../workers/turns.ts'
import type { CommitChange, LogCommit } from '../types.ts'
import { parseCommitTime } from './commit-object.ts'
import type { Git } from './git-process.ts'

/** Longer fields are truncated. */
const FIELD_BYTES_MAX = 64 * 1024
const LOG_MS_MAX = 600_000
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
 * The commits of `git log` in its order. A merge has one for each parent that it differs from, if the
 * options list the changes of merges.
 * @param options further options, ranges and paths
 * @throws GitFailure
 */
export async function readLog(git: Git, options: readonly string[]): Promise<LogCommit[]> {
  const args = ['log', ...FORMAT_OPTIONS, ...options]
  const fields = fieldsOf(await git.run(args, { timeLimitMs: LOG_MS_MAX }))
  const next = () => fields.next().value ?? ''
  const commits: LogCommit[] = []
  const turns = new Turns()
  for (let field = next(); field !== ''; ) {
    await turns.pause()
    if (!/^[0-9a-f]{40,64}$/.test(field)) throw new Error('git log answered in an unknown form')
    const head = [field, ...FIELDS.slice(1).map(next)]
    const changes: CommitChange[] = []
    // An empty field comes between the message and the changes.
    for (field = next() || next(); ; field = next()) {
      const [, mode, before = '', after = '', status = ''] = CHANGE.exec(field) ?? []
      if (mode === undefined) break
      const from = status === 'R' || status === 'C' ? next() : null
      changes.push({ path: next(), from, mode, before: blobOf(before), after: blobOf(after) })
    }
    commits.push(commitOf(head, changes))
  }
  return commits
}

/** Not by `split`: its parts would keep the whole output in memory. */
function* fieldsOf(output: Buffer): Generator<string, undefined> {
  let start = 0
  for (let end = output.indexOf(0); end >= 0; end = output.indexOf(0, start)) {
    yield output.toString('utf8', start, Math.min(end, start + FIELD_BYTES_MAX))
    start = end + 1
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
