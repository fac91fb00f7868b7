/**
 * The one reader of `git log`. Each field ends with a NUL, which no message, name or path can hold:
 * git itself ends what it prints of them there. The rest follows from the position, never from what
 * a text looks like, so no commit can forge a second one or hide its files.
 */
import { cleanLine, cleanLines } from '#domain/texts/control-characters.ts'
import { Turns } from '../../workers/turns.ts'
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

/**
 * For the question what ever happened to some paths. Without it git leaves out each side of a merge
 * that the text there now does not come from, which is the answer to where that text comes from.
 */
export const EVERY_SIDE = '--full-history'

export interface LogFile {
  /** From the top of the work tree, unless git was told otherwise. */
  path: string
  /** The name it had before, when git takes the change for a rename. */
  from: string | null
  /** `A`, `M`, `D`, `T`, or `R` for a rename. */
  status: string
  /** As in a tree, zeros where the file is gone. */
  mode: string
  /** Blob ids, null for no file. */
  before: string | null
  after: string | null
}

export interface LogRecord {
  commit: string
  parents: readonly string[]
  author: string
  /** ISO 8601 with offset. */
  date: string
  /** Milliseconds since 1970. */
  authoredAt: number
  committedAt: number
  /** The message without control characters; the body's lines stay. */
  subject: string
  body: string
  files: LogFile[]
}

/**
 * Hands on the commits that `git log` prints, in its order, as they come: a history of any length
 * takes little memory, and between the pieces others have their turns.
 * @param options beyond those of the form, ranges and paths included
 * @throws GitFailure, also after some commits
 */
export async function readLog(
  git: Git,
  options: readonly string[],
  onCommit: (record: LogRecord) => void,
): Promise<void> {
  const records = new RecordReader(onCommit)
  const turns = new Turns()
  let rest = ''
  for await (const text of git.stream([...OWN_READING, 'log', ...FORM, ...options])) {
    const fields = text.split('\0')
    const last = fields.pop() ?? ''
    for (const [at, field] of fields.entries()) {
      if (turns.isDue()) await turns.pause()
      records.read(at === 0 ? begun(rest, field) : field)
    }
    rest = fields.length > 0 ? last : begun(rest, last)
  }
  records.end()
}

/** Of a message that its author made endless only the beginning is kept. */
const begun = (text: string, more: string) =>
  text.length < FIELD_LENGTH_MAX ? (text + more).slice(0, FIELD_LENGTH_MAX) : text

/** Puts the fields together to records. */
class RecordReader {
  readonly #take: (record: LogRecord) => void
  #head: string[] = []
  #files: LogFile[] = []
  /** A change whose names are still to come. */
  #change: { found: RegExpExecArray; names: string[] } | null = null

  constructor(take: (record: LogRecord) => void) {
    this.#take = take
  }

  /** @throws Error when it is not in the form */
  read(field: string): void {
    if (this.#change !== null) this.#readName(this.#change, field)
    else if (this.#head.length < FIELDS.length) this.#readHead(field)
    else if (field !== '') this.#readChange(field)
  }

  /** Hands on the last record. */
  end(): void {
    const [commit, parents = '', author = '', authored = '', committed = '', ...message] =
      this.#head
    if (commit === undefined || this.#head.length < FIELDS.length) return
    const [subject = '', body = ''] = message
    const { date, at: authoredAt } = parseCommitTime(authored)
    this.#take({
      commit,
      parents: parents === '' ? [] : parents.split(' '),
      author: cleanLine(author),
      date,
      authoredAt,
      committedAt: parseCommitTime(committed).at,
      subject: cleanLine(subject),
      body: cleanLines(body),
      files: this.#files,
    })
    this.#head = []
    this.#files = []
  }

  #readHead(field: string): void {
    if (this.#head.length === 0) {
      if (field === '') return
      if (!/^[0-9a-f]{40,64}$/.test(field)) throw new Error('git log answered in an unknown form')
    }
    this.#head.push(field)
  }

  /** `:100644 100644 <before> <after> R086 NUL old NUL new NUL …`, after an empty field and a newline. */
  #readChange(field: string): void {
    const found = /^\n?:\d+ (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/.exec(field)
    if (found !== null) {
      this.#change = { found, names: [] }
      return
    }
    this.end()
    this.#readHead(field)
  }

  #readName({ found, names }: { found: RegExpExecArray; names: string[] }, name: string): void {
    const [, mode = '', before = '', after = '', status = ''] = found
    names.push(name)
    const hasTwo = status === 'R' || status === 'C'
    if (hasTwo && names.length === 1) return
    const from = hasTwo ? (names[0] ?? null) : null
    this.#files.push({ path: name, from, status, mode, ...blobsOf(before, after) })
    this.#change = null
  }
}

function blobsOf(before: string, after: string) {
  const idOf = (id: string) => (/^0+$/.test(id) ? null : id)
  return { before: idOf(before), after: idOf(after) }
}
