/** Facts about posts and deadlines from the commits of the whole history; the source of the record. */
import type { Break } from '../answers/public-answers.ts'
import type { Day } from '../days/day.ts'
import { dayAt } from '../days/zone.ts'
import type { ProjectFields } from '../project.ts'

interface CommitFacts {
  /** 40 hex digits. */
  commit: string
  /** Committer date, in milliseconds since 1970. */
  at: number
}

/**
 * Earliest commit with the file as a public post. Renames are followed; a post that was deleted and
 * added again with other bytes starts over.
 */
export interface LoggedCommit extends CommitFacts {
  /** Whether `content import` made the commit. */
  isImported: boolean
}

/** A project as one commit left it. */
export interface ProjectVersion extends CommitFacts {
  /** Author date, ISO 8601 with offset. */
  date: string
  /** Body of the commit message. */
  reason: string
  /** Null when the commit deleted the file. */
  project: ProjectFields | null
}

/** The breaks in one commit of `site.yaml`. */
export interface BreaksVersion extends CommitFacts {
  breaks: readonly Break[]
}

export interface HistoryFacts {
  /** The last commit that was read; null before there is one. */
  readTo: string | null
  /** Committer date of the first commit, in milliseconds since 1970; null before there is one. */
  beginsAt: number | null
  /** By present path; a post without such a commit is absent. */
  logged: ReadonlyMap<string, LoggedCommit>
  /** By present or last id, oldest first, followed through renames; deleted projects too. */
  projects: ReadonlyMap<string, readonly ProjectVersion[]>
  /** Versions of site.yaml, each after those it follows; none before the first break. */
  breaks: readonly BreaksVersion[]
}

/** Cache: `Intl` is slow for thousands of commits. */
const days = new WeakMap<object, { timeZone: string; day: Day }>()

/** Day of a commit in a zone. @param key immutable object, the key in the cache */
export function commitDay(key: object, at: number, timeZone: string): Day {
  const cached = days.get(key)
  if (cached?.timeZone === timeZone) return cached.day
  const day = dayAt(at, timeZone)
  days.set(key, { timeZone, day })
  return day
}
