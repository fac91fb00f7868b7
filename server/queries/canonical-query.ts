/**
 * One spelling for the options that ask the same, so that an answer is made and kept once. Values
 * that name nothing of the site are taken out: no visitor can make up new answers.
 */

import type { Day } from '#domain/days/day.ts'
import { FIRST_DAY, LAST_DAY } from '#domain/days/day.ts'
import { tagKey } from '#domain/tag.ts'
import { placeOf } from '../content/index/post-order.ts'
import type { PostRecord, Snapshot } from '../content/records.ts'
import { type Cursor, formatCursor, type ListQuery } from './list-query.ts'
import type { DayRange } from './statistics-answer.ts'

/** Stands for all tags that no post has; no post can have it. */
const NO_POSTS_TAG = '\0'

/**
 * The options of a list.
 * @param all every post that may stand in the list, and maybe others, newest first
 */
export function spellListQuery(
  { limit, cursor, tags, view }: ListQuery,
  all: readonly PostRecord[],
  { tags: known }: Pick<Snapshot, 'tags'>,
): URLSearchParams {
  const options = new URLSearchParams()
  const place = cursor && spellCursor(cursor, all)
  if (place) options.set('cursor', place)
  if (limit !== null) options.set('limit', String(limit))
  const asked = new Set(tags)
  const used = known.filter(({ name, count }) => count > 0 && asked.has(tagKey(name)))
  const names = used.map(({ name }) => name)
  if (tags.length > 0 && names.length === 0) names.push(NO_POSTS_TAG)
  for (const name of names.sort()) options.append('tag', name)
  if (view !== 'full') options.set('view', view)
  return options
}

/** The cursor of the last post that the given one leaves out; null where it leaves out none. */
function spellCursor(cursor: Cursor, all: readonly PostRecord[]): string | null {
  const place = placeOf(all, cursor)
  const last = all[place]?.id === cursor.id ? all[place] : all[place - 1]
  return last ? formatCursor(last) : null
}

/** The options of a range of days; each end is one of `days`, or left open. */
export function spellRange({ from, to }: DayRange, days: Iterable<Day>): URLSearchParams {
  let [first, last] = [LAST_DAY, FIRST_DAY]
  let [isFirstOpen, isLastOpen] = [true, true]
  for (const day of days) {
    if (day < from) isFirstOpen = false
    else if (day > to) isLastOpen = false
    else {
      if (day < first) first = day
      if (day > last) last = day
    }
  }
  const options = new URLSearchParams()
  // A range without a day is the one from the last day of all to the first, however it was asked.
  if (!isFirstOpen || first > last) options.set('from', first)
  if (!isLastOpen || first > last) options.set('to', last)
  return options
}
