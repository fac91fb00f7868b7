/** The newest entries of the record as an Atom feed. */
import { postPath, projectPath } from '#domain/addresses.ts'
import { formatInstant } from '#domain/days/zone.ts'
import { commitUrl } from '#domain/record/commit-url.ts'
import type { PlacedEntry } from '#domain/record/record-entries.ts'
import type { RecordEntry } from '#domain/record/record-entry.ts'
import { recordSentence } from '#domain/record/record-sentence.ts'
import { xmlText } from '#domain/texts/escaped.ts'
import type { QueryContext } from '../../queries/query-context.ts'
import { recordOf } from '../../queries/site-record.ts'
import { type Markup, xml } from '../xml.ts'
import { atomFeed } from './feed-formats.ts'
import { FEED_LENGTH, type FeedEntry, feedOf } from './feed-source.ts'

const SHORT_ID_LENGTH = 7

type RecordContext = Pick<QueryContext, 'snapshot' | 'today' | 'siteUrl'>

/** @throws HistoryPendingError until the history has been read */
export function recordFeed(context: RecordContext): string {
  const { snapshot, today, siteUrl } = context
  // A break to come would date the feed ahead.
  const begun = recordOf(snapshot, today).filter(
    ({ entry }) => entry.kind !== 'break' || entry.day <= today,
  )
  const newest = begun.slice(0, FEED_LENGTH)
  const entries = newest.map((placed) => recordEntry(placed, context))
  const address = `${siteUrl}/record.xml`
  const title = `${snapshot.site.title}: Record`
  const pageUrl = `${siteUrl}/record`
  return atomFeed(feedOf(entries, { id: address, address, title, pageUrl }, context))
}

function recordEntry({ at, entry }: PlacedEntry, context: RecordContext): FeedEntry {
  const { siteUrl, snapshot } = context
  const { site } = snapshot
  const { commit, reason } = entry
  const sentence = recordSentence(entry)
  const time = formatInstant(at, site.time_zone)
  const html = [
    xml`<p>${sentence}</p>`,
    ...(reason === null ? [] : [xml`<p>${reason}</p>`]),
    ...(commit === null ? [] : [commitLine(commit, site.repository)]),
  ]
  return {
    id: `${siteUrl}/record#${entryId(entry)}`,
    url: pageOf(entry, context),
    title: xmlText(sentence),
    description: xmlText(reason ?? sentence),
    externalUrl: null,
    html: html.map(({ text }) => text).join('\n'),
    tags: [],
    images: [],
    createdAt: time,
    updatedAt: time,
  }
}

/** The page of the post or the project; the record for a deleted one and for a break. */
function pageOf({ kind, id }: RecordEntry, { snapshot, siteUrl }: RecordContext): string {
  if (kind === 'posted' && id !== null) return siteUrl + postPath(id)
  return snapshot.projectsById.has(id ?? '') ? siteUrl + projectPath(id ?? '') : `${siteUrl}/record`
}

/** A unique id of the entry that survives a rewrite of the history. */
function entryId({ kind, id, day, to }: RecordEntry): string {
  const name = `${kind}-${encodeURIComponent(id ?? to ?? '')}`
  if (kind === 'moved') return `${name}-${day}-${to}`
  if (kind === 'goal_changed') return `${name}-${day}-${encodeURIComponent(to ?? '')}`
  return kind === 'missed' || kind === 'break' ? `${name}-${day}` : name
}

function commitLine(commit: string, repository: string | null): Markup {
  const shortId = commit.slice(0, SHORT_ID_LENGTH)
  if (repository === null) return xml`<p>Commit ${shortId}</p>`
  return xml`<p>Commit <a href="${commitUrl(repository, commit)}">${shortId}</a></p>`
}
