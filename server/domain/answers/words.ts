/** The closed lists of words in files and answers. The rules about them are in the files beside. */

export const POST_TYPES = ['essay', 'short', 'link', 'project', 'reading'] as const
export type PostType = (typeof POST_TYPES)[number]

export const PROJECT_STATUSES = [
  'Not Started',
  'In Progress',
  'Completed',
  'On Hold',
  'Started',
  'Almost Done',
  'Done',
  'Failed',
] as const
export type ProjectStatus = (typeof PROJECT_STATUSES)[number]

export const TAG_COLORS = [
  'tag-gray',
  'tag-rose',
  'tag-orange',
  'tag-amber',
  'tag-green',
  'tag-teal',
  'tag-sky',
  'tag-blue',
  'tag-violet',
  'tag-pink',
] as const
export type TagColor = (typeof TAG_COLORS)[number]

export const LOGGED_STATES = [
  'on_time',
  'late',
  'imported',
  'before_record',
  'uncommitted',
  'pending',
] as const
export type LoggedState = (typeof LOGGED_STATES)[number]

export const RECORD_KINDS = [
  'posted',
  'promised',
  'moved',
  'goal_changed',
  'kept',
  'missed',
  'done_late',
  'given_up',
  'break',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

export const LEDGER_GROUPS = ['kept_first', 'kept_moved', 'missed', 'given_up', 'open'] as const
export type LedgerGroup = (typeof LEDGER_GROUPS)[number]

export const STREAK_RULES = ['all', 'on-time'] as const

export const RESOURCE_BADGES = ['Recommended', 'Free'] as const
