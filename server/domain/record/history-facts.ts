/** Facts about posts and deadlines from the commits of the branch; the source of the record. */
import type { BreaksVersion } from '../days/breaks.ts'
import type { Day } from '../days/day.ts'
import { dayAt } from '../days/zone.ts'
import type { ProjectFields } from '../project.ts'

/** First commit with the file as a public post. Renames are followed, a deletion starts over. */
export interface LoggedCommit {
  /** 40 hex digits. */
  commit: string
  /** Committer date, in milliseconds since 1970. */
  at: number
  /** Whether `content import` made the commit. */
  isImported: boolean
}

/** A readable version of a project's file. */
export interface ProjectVersion {
  /** 40 hex digits. */
  commit: string
  /** Committer date, in milliseconds since 1970. */
  at: number
  /** Body of the commit message. */
  reason: string
  /** Null when the commit deleted the file. */
  project: ProjectFields | null
}

export interface HistoryFacts {
  /** Committer date of the first commit, in milliseconds since 1970; null before there is one. */
  beginsAt: number | null
  /** By present path; a post without such a commit is absent. */
  logged: ReadonlyMap<string, LoggedCommit>
  /** By project id, oldest first; deleted projects too. */
  projects: ReadonlyMap<string, readonly ProjectVersion[]>
  /** Versions of the breaks in site.yaml, oldest first; none before the first break. */
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
