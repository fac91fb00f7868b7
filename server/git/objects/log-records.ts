/**
 * The one reader of `git log`. Each field ends with a NUL, which no message, name or path can hold:
 * git itself ends what it prints of them there. The rest follows from the position, never from what
 * a text looks like, so no commit can forge a second one or hide its files.
 */
import { cleanLine, cleanLines } from '#domain/texts/control-characters.ts'
import { Turns } from '../../workers/turns.ts'
import type { CommitChange, LogCommit } from '../repository.ts'
import { parseCommitTime } from './commit-object.ts'
import type { Git } from './git-process.ts'

/** Characters of a field that are read. */
const FIELD_LENGTH_MAX = 64 * 1024
const FIELDS = ['%H', '%P', '%an', '%ad', '%cd', '%s', '%b']

/** What people set for their own reading, and what would change the answers to ours. */
const OWN_READING = ['showSignature=false', 'follow=false', 'diffMerges=separate'].flatMap(
  (setting) => ['-c', `log.${setting}`],
)
const FORM: readonly string[] = [
  `--format=${FIELDS.map((field) => `${field}%x00`).join('')}`,
  '--encoding=UTF-8',
  // In any other form git ends at a time before 1970.
  '--date=raw',
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-color',
  '--no-ext-diff',
  '--no-show-signature',
  // The author's log.showRoot may take the files of the first commit away.
  '--root',
]
/** `:100644 100644 <before> <after> R086`, after an empty field and a newline; then one path or two. */
const CHANGE = /^\n?:\d+ (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/

/**
 * For the question what ever happened to some paths. Without it git leaves out each side of a merge
 * that the text there now does not come from, which is the answer to where that text comes from.
 */
export const EVERY_SIDE = '--full-history'

/**
 * Hands on the commits that `git log` prints, in its order, as they come: a history of any length
 * takes little memory, and between the pieces others have their turns.
 * @param options beyond those of the form, ranges and paths included
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
  for await (const text of git.stream([...OWN_READING, 'log', ...FORM, ...options])) {
    const fields = text.split('\0')
    const last = fields.pop() ?? ''
    for (const [at, field] of fields.entries()) {
      if (turns.isDue()) await turns.pause()
      reading.next(ownText(at === 0 ? begun(rest, field) : field))
    }
    rest = fields.length > 0 ? last : begun(rest, last)
  }
  reading.next()
}

/** Of a message that its author made endless only the beginning is kept. */
const begun = (text: string, more: string) =>
  text.length < FIELD_LENGTH_MAX ? (text + more).slice(0, FIELD_LENGTH_MAX) : text

/** A copy of a piece of git's answer: as a slice it would keep all of that in memory. */
const ownText = (text: string) => Buffer.from(text).toString()

/** Puts the fields it is given together to commits, until there is none. @throws Error for another form */
function* readFields(
  onCommit: (commit: LogCommit) => void,
): Generator<undefined, void, string | undefined> {
  let field = yield
  while (field !== undefined) {
    if (field === '') {
      field = yield
      continue
    }
    if (!/^[0-9a-f]{40,64}$/.test(field)) throw new Error('git log answered in an unknown form')
    const head = [field]
    while (head.length < FIELDS.length) head.push((yield) ?? '')
    const changes: CommitChange[] = []
    field = yield
    for (let found: RegExpExecArray | null; field !== undefined; field = yield) {
      found = CHANGE.exec(field)
      if (found === null && field !== '') break
      if (found === null) continue
      const [, mode = '', before = '', after = '', status = ''] = found
      const from = status === 'R' || status === 'C' ? ((yield) ?? '') : null
      changes.push({ path: (yield) ?? '', from, mode, ...blobsOf(before, after) })
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

function blobsOf(before: string, after: string) {
  const idOf = (id: string) => (/^0+$/.test(id) ? null : id)
  return { before: idOf(before), after: idOf(after) }
}
