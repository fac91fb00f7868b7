/** What the repairing calls of the admin answer: files as texts, conflicts, displaced commits. */

export interface FileProblem {
  file: string
  line: number | null
  reason: string
}

/** A content file as its author sees it, newlines as `\n`. */
export interface ContentText {
  path: string
  text: string
  /** Null when there is no such file yet. */
  revision: string | null
  problems: FileProblem[]
}

/** A file that the site has once, such as its about page. */
export interface SiteFile {
  path: string
  is_there: boolean
  problems: FileProblem[]
}

/** Two versions of one file that a merge with the remote could not bring together. */
export interface FileConflict {
  id: string
  /** Where the site's version stands. */
  file: string
  /** The draft that holds the other; null when only the history has it. */
  copy: string | null
}

export interface FileConflictVersions extends FileConflict {
  site: ContentText | null
  other: ContentText
  /** What both came from; null when that cannot be told. */
  base: string | null
}

/** An acknowledged change that a rewrite of history took off the branch. */
export interface Displaced {
  commit: string
  date: string
  subject: string
  files: readonly string[]
}

/** One file of it; texts are null for no file, or for one that is not text. */
export interface DisplacedText {
  path: string
  now: string | null
  /** As the commit had it. */
  wanted: string | null
  /** Whether it comes back by itself, as `result`. */
  fits: boolean
  result: string | null
}

export interface DisplacedWithTexts extends Displaced {
  texts: readonly DisplacedText[]
}
