import { expect, it } from 'vitest'
import { type ProjectCommit, projectsOf } from '../../test/record-history.ts'
import { parseXml } from '../../test/strict-xml.ts'
import { emptyParts, fixturePost, fixtureSnapshot } from '../../test/test-records.ts'
import { recordFeed } from './record-feed.ts'

const SITE_URL = 'https://gap.example'
const TODAY = '2026-11-20'

function feedOf(commits: typeof PROJECTS, repository: string | null = null): string {
  const post = fixturePost({
    id: 'déjà',
    title: 'A & <b>',
    instant: Date.parse('2026-11-08T08:00:00Z'),
  })
  const at = Date.parse('2026-11-13T12:00:00Z')
  const projects = projectsOf(commits)
  const logged = new Map([[post.path, { commit: 'c0ffee'.repeat(6), at, isImported: false }]])
  const site = { ...emptyParts().site, time_zone: 'Europe/Berlin', repository }
  const facts = { readTo: null, beginsAt: 0, logged, projects, breaks: [] }
  const snapshot = fixtureSnapshot([post], { site, facts })
  const xml = recordFeed({ snapshot, today: TODAY }, SITE_URL)
  parseXml(xml)
  return xml
}

const all = (xml: string, pattern: RegExp) => Array.from(xml.matchAll(pattern), ([, text]) => text)
const PROJECTS: Record<string, ProjectCommit[]> = {
  a: [
    ['11-01', '11-05'],
    ['11-03', '11-19'],
  ],
  b: [
    ['11-04', '11-10'],
    ['11-12', '11-10', 'Done'],
  ],
}

it('the feed of the record tells each entry in a sentence, newest first', () => {
  const xml = feedOf(PROJECTS)
  expect(all(xml, /<title>(.*?)<\/title>/g).slice(1)).toEqual([
    'Missed: a',
    'Done 2 days late: b',
    'Missed: b',
    'Posted: A &amp; &lt;b&gt;, logged 5 days later',
    'Promised: b, by November 10, 2026',
    'Moved: a, from November 5, 2026 to November 19, 2026',
    'Promised: a, by November 5, 2026',
  ])
  expect(xml).toContain('<p>why 1</p>')
  expect(xml).toContain(`<id>${SITE_URL}/record.xml</id>`)
  expect(all(xml, /<link href="(.*?)"/g)).toContain(`${SITE_URL}/post/d%C3%A9j%C3%A0`)
  expect(all(xml, /<updated>(.*?)<\/updated>/g).slice(0, 2)).toEqual([
    '2026-11-20T00:00:00+01:00',
    '2026-11-20T00:00:00+01:00',
  ])
})

it('an entry of the feed keeps its id when others come', () => {
  const ids = all(feedOf(PROJECTS), /<id>(.*?)<\/id>/g).slice(1)
  expect(new Set(ids).size).toBe(7)
  expect(ids.slice(0, 2)).toEqual([
    `${SITE_URL}/record#missed-a-2026-11-20`,
    `${SITE_URL}/record#done_late-b`,
  ])
  const others = feedOf({ ...PROJECTS, c: [['11-06', '11-30']] })
  expect(all(others, /<id>(.*?)<\/id>/g)).toEqual(expect.arrayContaining(ids))
})

it('a commit leads to its page where site.yaml names the repository', () => {
  expect(feedOf(PROJECTS)).toContain('Commit c0ffeec')
  const commit = 'c0ffee'.repeat(6)
  const address = `https://git.example/ann/words/commit/${commit}`
  expect(feedOf(PROJECTS, 'https://git.example/ann/words.git')).toContain(`<a href="${address}">`)
})
