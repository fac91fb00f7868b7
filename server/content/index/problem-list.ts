/** The problems that the admin is shown and the log tells, each once. */
import type { Log } from '../../log.ts'
import type { PostRecord, Problem } from '../records.ts'
import type { RecordKeeper } from './record-keeper.ts'

/** Reasons remembered as logged; beyond it some may be told a second time. */
const LOGGED_MAX = 20_000

export class ProblemList {
  readonly #log: Log
  /** Versions of files whose text could not be rendered, by path. */
  readonly #unrendered = new Map<string, { revision: string; reason: string }>()
  readonly #logged = new Set<string>()

  constructor(log: Log) {
    this.#log = log
  }

  /** Notes why a version of a text cannot be rendered, null when it can. @returns whether it is news */
  noteRendering(
    { path, revision }: Pick<PostRecord, 'path' | 'revision'>,
    reason: string | null,
  ): boolean {
    const known = this.#unrendered.get(path)
    const isKnown = known?.revision === revision
    if (reason === null) return isKnown && this.#unrendered.delete(path)
    if (isKnown && known.reason === reason) return false
    this.#unrendered.set(path, { revision, reason })
    return true
  }

  /** All problems by file and line; new ones are logged. */
  build(keeper: RecordKeeper): Problem[] {
    const list = keeper.problems()
    for (const [file, { revision, reason }] of this.#unrendered) {
      // Problems of versions that are no longer served are over.
      if (keeper.entry(file)?.revision === revision) list.push({ file, line: null, reason })
      else this.#unrendered.delete(file)
    }
    list.sort((a, b) =>
      a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1,
    )
    for (const problem of list) this.#tell(problem)
    return list
  }

  #tell({ file, line, reason }: Problem): void {
    const key = `${file}\0${reason}`
    if (this.#logged.has(key)) return
    if (this.#logged.size >= LOGGED_MAX) this.#logged.clear()
    this.#logged.add(key)
    this.#log.warn({ file, line }, reason)
  }
}
