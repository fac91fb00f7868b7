/** The newest entries of the record as an Atom feed. */

import { formatInstant } from '#domain/days/zone.ts'
import { commitUrl } from '#domain/record/commit-url.ts'
import type { PlacedEntry } from '#domain/record/record-entries.ts'
import { recordSentence } from '#domain/record/record-sentence.ts'
import type { Snapshot } from '../../content/records.ts'
import type { Generation } from '../../queries/generation.ts'
import { recordOf } from '../../queries/site-record.ts'
import { atomFeedAt } from './atom-and-rss.ts'
import { type FeedEntry, feedAuthor, newestChange, postUrl } from './feed-source.ts'
import { escapeXml, xmlText } from './pictures/xml-text.ts'

const RECORD_FEED = '/record.xml'

const FEED_LENGTH = 20
const SHORT_ID_LENGTH = 7

/**
 * The feed as XML text.
 * @param siteUrl without a slash at its end
 * @throws HistoryPendingError until the history was read once
 */
export function recordFeed(
  { snapshot, today }: Pick<Generation, 'snapshot' | 'today'>,
  siteUrl: string,
): string {
  const { site } = snapshot
  const newest = recordOf(snapshot, today).slice(0, FEED_LENGTH)
  const entries = newest.map((placed) => feedEntry(placed, site, siteUrl))
  return atomFeedAt(RECORD_FEED, {
    site,
    title: `${site.title}: Record`,
    pageUrl: `${siteUrl}/record`,
    search: '',
    siteUrl,
    author: feedAuthor(site, siteUrl),
    entries,
    updatedAt: newestChange(entries),
  })
}

function feedEntry(
  { place, entry }: PlacedEntry,
  site: Snapshot['site'],
  siteUrl: string,
): FeedEntry {
  const { kind, id, commit, reason } = entry
  const sentence = recordSentence(entry)
  const time = formatInstant(place.at, site.time_zone)
  const reasonText = reason === null ? [] : [`<p>${escapeXml(reason)}</p>`]
  const commitText = commit === null ? [] : [`<p>${commitHtml(commit, site.repository)}</p>`]
  return {
    id: `${siteUrl}/record#${nameOf({ place, entry })}`,
    url: kind === 'posted' ? postUrl(siteUrl, id) : `${siteUrl}/projects#${encodeURIComponent(id)}`,
    title: xmlText(sentence),
    description: xmlText(reason ?? sentence),
    externalUrl: null,
    html: [`<p>${escapeXml(sentence)}</p>`, ...reasonText, ...commitText].join('\n'),
    tags: [],
    createdAt: time,
    updatedAt: time,
  }
}

/** What tells an entry from all others, also after the history was rewritten. */
function nameOf({ place, entry }: PlacedEntry): string {
  const name = `${entry.kind}-${encodeURIComponent(entry.id)}`
  if (entry.kind === 'moved') return `${name}-${place.step}`
  return entry.kind === 'missed' ? `${name}-${entry.day}` : name
}

function commitHtml(commit: string, repository: string | null): string {
  const shortId = commit.slice(0, SHORT_ID_LENGTH)
  if (repository === null) return `Commit ${shortId}`
  return `Commit <a href="${escapeXml(commitUrl(repository, commit))}">${shortId}</a>`
}
