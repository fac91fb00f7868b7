/**
 * The one reader of `git log`. Each field ends with a NUL, which no message, name or path can hold:
 * git itself ends what it prints of them there. The rest follows from the position, never from what
 * a text looks like, so no commit can forge a second one or hide its files.
 */
import { cleanLine, cleanLines } from '#domain/texts/control-characters.ts'

const FIELDS = ['%H', '%P', '%an', '%aI', '%at', '%ct', '%s', '%b']

/** To be given to `git log` for `parseLog`. */
export const LOG_OPTIONS: readonly string[] = [
  `--format=${FIELDS.map((field) => `${field}%x00`).join('')}`,
  '--encoding=UTF-8',
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

interface LogFile {
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
 * The commits that git printed, in its order.
 * @param text what `git log` with LOG_OPTIONS printed, whole
 * @throws Error when it is not in that form
 */
export function* parseLog(text: string): Generator<LogRecord> {
  const fields = new FieldReader(text)
  while (fields.skipEmpty()) {
    const commit = fields.take()
    if (!/^[0-9a-f]{40,64}$/.test(commit)) throw new Error('git log answered in an unknown form')
    const parents = fields.take()
    yield {
      commit,
      parents: parents === '' ? [] : parents.split(' '),
      author: cleanLine(fields.take()),
      date: fields.take(),
      authoredAt: Number(fields.take()) * 1000,
      committedAt: Number(fields.take()) * 1000,
      subject: cleanLine(fields.take()),
      body: cleanLines(fields.take()),
      files: takeFiles(fields),
    }
  }
}

/** `:100644 100644 <before> <after> R086 NUL old NUL new NUL …`, after an empty field and a newline. */
function takeFiles(fields: FieldReader): LogFile[] {
  const files: LogFile[] = []
  while (fields.skipEmpty()) {
    const found = /^\n?:\d+ (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/.exec(fields.peek())
    if (found === null) break
    fields.take()
    const [, mode = '', before = '', after = '', status = ''] = found
    const from = status === 'R' || status === 'C' ? fields.take() : null
    files.push({ path: fields.take(), from, status, mode, ...blobsOf(before, after) })
  }
  return files
}

function blobsOf(before: string, after: string) {
  const idOf = (id: string) => (/^0+$/.test(id) ? null : id)
  return { before: idOf(before), after: idOf(after) }
}

/** Walks over fields that end with NUL, one at a time: a long log is not split at once. */
class FieldReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Passes over fields with nothing in them; false at the end. */
  skipEmpty(): boolean {
    while (this.#text[this.#at] === '\0') this.#at += 1
    return this.#at < this.#text.length
  }

  peek(): string {
    return this.#text.slice(this.#at, this.#end())
  }

  take(): string {
    const field = this.peek()
    this.#at = this.#end() + 1
    return field
  }

  #end(): number {
    const end = this.#text.indexOf('\0', this.#at)
    return end < 0 ? this.#text.length : end
  }
}
