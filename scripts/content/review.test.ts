import { relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkContent } from '../../server/content/check-content.ts'
import { fixtureIn, makeFolder, makeRepository } from '../../server/test/git-fixture.ts'
import { ReviewError, writeReview } from './review.ts'

// A Monday.
const NOW = Date.parse('2026-11-23T08:00:00+01:00')
const project = (due: string, status: string) =>
  `title: Ship it\ndue_date: ${due}\nstatus: ${status}\n`

function contentRepository() {
  const site = makeRepository({
    'content/site.yaml': 'time_zone: Europe/Berlin\n',
    'content/posts/a.md': '---\ndate: 2026-11-17\n---\nThree more words\n',
    'content/projects/ship.yaml': project('2026-11-18', 'In Progress'),
  })
  const commit = (path: string, text: string, date: string) => {
    site.put(path, text)
    site.git('add', '-A')
    site.git('commit', '-q', '-m', 'Change', '-m', 'Ill for days', `--date=${date}`)
  }
  commit('content/projects/ship.yaml', project('2026-11-20', 'In Progress'), '2026-11-18T12:00:00Z')
  commit('content/projects/ship.yaml', project('2026-11-20', 'Completed'), '2026-11-21T12:00:00Z')
  return { site, content: { contentDir: `${site.folder}/content`, timeZone: null } }
}

describe('content review', () => {
  it('drafts last week from files and history, on a Monday', async () => {
    const { site, content } = contentRepository()
    const path = await writeReview(content, { week: null, now: NOW })
    expect(relative(site.folder, path)).toBe('content/posts/2026/week-47-of-2026.md')
    expect(site.text('content/posts/2026/week-47-of-2026.md')).toBe(`---
title: Week 47 of 2026
type: short
date: 2026-11-23T08:00:00+01:00
draft: true
---

Monday, November 16, 2026 to Sunday, November 22, 2026.

1 post, 3 words.

- [a](/post/a), 3 words

Streak: 0 days, the longest 1 day. Nothing on Monday, Wednesday, Thursday, Friday, Saturday, Sunday.

**Done late**

- Ship it, 1 day after its deadline

**Deadlines moved**

- Ship it, from November 18, 2026 to November 20, 2026: Ill for days
`)
    expect(checkContent(content).problems).toEqual([])
  })

  it('counts a post without a date in the week of its first commit', async () => {
    const { site, content } = contentRepository()
    site.put('content/posts/dateless.md', 'Two words\n')
    site.git('add', '-A')
    site.commitAt('2026-11-19T12:00:00Z', '-q', '-m', 'Write')
    const path = await writeReview(content, { week: null, now: NOW })
    expect(site.text(relative(site.folder, path))).toContain('2 posts, 5 words.')
  })

  it.each([
    ['all', 'Streak: 0 days, the longest 1 day.'],
    ['on-time', 'Streak: 0 days, the longest 0 days.'],
  ])('counts the streak by the rule: %s', async (rule, says) => {
    const site = makeRepository({ 'site.yaml': `time_zone: Europe/Berlin\nstreak: ${rule}\n` })
    site.git('commit', '-q', '--amend', '--no-edit', '--date=2026-11-10T12:00:00Z')
    site.put('posts/a.md', '---\ndate: 2026-11-17\n---\nThree more words\n')
    site.git('add', '-A')
    site.git('commit', '-qm', 'Days later', '--date=2026-11-21T12:00:00Z')
    site.git('rebase', '-q', '--root', '--committer-date-is-author-date')
    const content = { contentDir: site.folder, timeZone: null }
    await writeReview(content, { week: null, now: NOW })
    expect(site.text('posts/2026/week-47-of-2026.md')).toContain(says)
  })

  it('writes no second review of a week, and none of a week to come', async () => {
    const { content } = contentRepository()
    await writeReview(content, { week: '2026-W47', now: NOW })
    for (const week of ['2026-W47', '2026-W49', '2026-W54', 'last']) {
      await expect(writeReview(content, { week, now: NOW })).rejects.toThrow(ReviewError)
    }
  })

  it('needs no repository', async () => {
    const folder = fixtureIn(makeFolder())
    folder.put('projects/ship.yaml', project('2026-11-20', 'Started'))
    const content = { contentDir: folder.folder, timeZone: 'Europe/Berlin' }
    await writeReview(content, { week: null, now: NOW })
    expect(folder.text('posts/2026/week-47-of-2026.md')).toContain(
      '**Deadlines missed**\n\n- Ship it, due November 20, 2026\n',
    )
  })
})
