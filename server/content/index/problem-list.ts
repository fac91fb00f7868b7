/** The problems that the admin is shown and the log tells, each once. */
import type { Log } from '../../log.ts'
import type { PostRecord, Problem } from '../records.ts'
import type { RecordKeeper } from './record-keeper.ts'

/** Reasons remembered as logged; beyond it some may be told a second time. */
const LOGGED_MAX = 20_000

export function createProblemList(log: Log) {
  /** Posts whose text could not be rendered, by path. */
  const unrendered = new Map<string, { revision: string; reason: string }>()
  const logged = new Set<string>()
  let isNoted = false

  function tell({ file, line, reason }: Problem): void {
    const key = `${file}\0${reason}`
    if (logged.has(key)) return
    if (logged.size >= LOGGED_MAX) logged.clear()
    logged.add(key)
    log.warn({ file, line }, reason)
  }

  /** Problems of versions that are no longer served are over. */
  function dropOld(keeper: RecordKeeper): boolean {
    let isOver = false
    for (const [path, { revision }] of unrendered) {
      if (keeper.entry(path)?.revision === revision) continue
      unrendered.delete(path)
      isOver = true
    }
    return isOver
  }

  return {
    /** Notes why a version of a post cannot be rendered, null when it can. @returns whether it is news */
    noteRendering({ path, revision }: PostRecord, problem: string | null): boolean {
      const known = unrendered.get(path)
      if (problem === null) {
        if (known?.revision !== revision) return false
        unrendered.delete(path)
      } else {
        if (known?.revision === revision && known.reason === problem) return false
        unrendered.set(path, { revision, reason: problem })
      }
      isNoted = true
      return true
    },

    /** Whether something was noted, or is over, that the last list does not say. */
    isStale(keeper: RecordKeeper): boolean {
      if (dropOld(keeper)) isNoted = true
      return isNoted
    },

    /** All problems by file and line; new ones are logged. */
    build(keeper: RecordKeeper): Problem[] {
      isNoted = false
      const list = keeper.problems()
      for (const [file, { reason }] of unrendered) list.push({ file, line: null, reason })
      list.sort((a, b) =>
        a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1,
      )
      for (const problem of list) tell(problem)
      return list
    },
  }
}
