/** What the commits of the branch say of posts and deadlines; the honest record is worked out from it. */
import type { Day } from '../days/day.ts'
import { dayAt } from '../days/zone.ts'
import type { ProjectFields } from '../project.ts'

/** The commit that first had a file as a public post: its last addition counts, renames are followed. */
export interface LoggedCommit {
  /** 40 hex digits. */
  commit: string
  /** Committer date, in milliseconds since 1970. */
  at: number
  /** Whether `content import` made the commit. */
  isImported: boolean
}

/** A project's file as one commit left it; what it left unreadable is no version. */
export interface ProjectVersion {
  /** 40 hex digits. */
  commit: string
  /** Committer date, in milliseconds since 1970. */
  at: number
  /** The body of the commit's message: why a due date moved. */
  reason: string
  /** Null when the commit deleted the file. */
  project: ProjectFields | null
}

export interface HistoryFacts {
  /** Committer date of the first commit, in milliseconds since 1970; null before there is one. */
  beginsAt: number | null
  /** By the path of the post's file as it is now. A post that no commit has as public is absent. */
  logged: ReadonlyMap<string, LoggedCommit>
  /** By project id, oldest first; deleted projects too. */
  projects: ReadonlyMap<string, readonly ProjectVersion[]>
}

/** Days in the zone that was asked last: for each of thousands `Intl` takes its time. */
const days = new WeakMap<object, { timeZone: string; day: Day }>()

/** The day on which `of`, which never changes, was committed. */
export function commitDay(of: object, at: number, timeZone: string): Day {
  const asked = days.get(of)
  if (asked?.timeZone === timeZone) return asked.day
  const day = dayAt(at, timeZone)
  days.set(of, { timeZone, day })
  return day
}
