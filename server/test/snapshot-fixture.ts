/** Snapshots for tests of the rules of reading; no files behind them. */

import { dateAt } from '#domain/days/post-date.ts'
import type { Tag } from '#domain/tag.ts'
import { DEFAULT_ABOUT } from '../content/formats/page-file.ts'
import { buildSnapshot, type ContentParts } from '../content/index/build-snapshot.ts'
import type { PostRecord, Snapshot } from '../content/records.ts'
import type { QueryContext } from '../queries/query-context.ts'
import { emptyParts, postRecord } from './test-records.ts'

export const FIXTURE_NOW = Date.parse('2026-11-20T12:00:00Z')
export const FIXTURE_TODAY = '2026-11-20'
const ZONE = 'Europe/Berlin'

/** An essay published an hour before `FIXTURE_NOW` unless the fields say otherwise. */
export function fixturePost(fields: Partial<PostRecord> & { id: string }): PostRecord {
  const { instant, iso, day } = dateAt(fields.instant ?? FIXTURE_NOW - 3_600_000, ZONE)
  return postRecord({ created_at: iso, updated_at: iso, day, ...fields, instant })
}

/** A snapshot of these posts as of `FIXTURE_NOW`. */
export function fixtureSnapshot(
  posts: readonly PostRecord[],
  more: Partial<ContentParts> & { listedTags?: readonly Tag[] } = {},
): Snapshot {
  const empty = emptyParts()
  const parts: ContentParts = {
    ...empty,
    site: { ...empty.site, time_zone: ZONE },
    pages: new Map([
      ['learning-ai', { ...DEFAULT_ABOUT, id: 'learning-ai', title: 'Learning AI' }],
    ]),
    ...more,
  }
  return buildSnapshot({ version: 1, now: FIXTURE_NOW, parts, posts })
}

/** What queries work with, over a snapshot. */
export function fixtureContext(snapshot: Snapshot, more: Partial<QueryContext> = {}): QueryContext {
  return {
    ...{ snapshot, today: FIXTURE_TODAY, now: FIXTURE_NOW },
    html: async (post) => `<p>${post.content}</p>`,
    aboutHtml: async () => '<p>About</p>',
    search: async () => ({ hits: [], similar: false }),
    ...more,
  }
}
