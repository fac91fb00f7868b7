import { describe, expect, it } from 'vitest'
import { listOf, postOf, STREAK, screenAt, WRITING } from './test/fixtures.ts'

const filled = (path: string) => {
  if (path === '/posts/streak') return { data: STREAK }
  if (path.startsWith('/posts/heatmap')) return { data: [] }
  if (path.startsWith('/posts/by-id'))
    return { data: postOf(), meta: { previous: null, next: null } }
  if (path === '/posts/tags') return { data: [WRITING] }
  if (path === '/deadline-projects') return { data: [] }
  if (path === '/about') return { data: { html: '<p>Why</p>', areas: [] } }
  if (path.startsWith('/resources'))
    return { data: { id: 'learning-ai', title: 'Learning AI', intro: '', items: [] } }
  if (path.startsWith('/search')) return { data: [] }
  return listOf([postOf()])
}

describe('every screen', () => {
  it.each([
    ['/', 'Blog'],
    ['/essays', 'Essays'],
    ['/short-posts', 'Short Posts'],
    ['/about', 'About'],
    ['/stats', 'Stats'],
    ['/projects', 'Current Projects'],
    ['/post/shipping', 'Shipping in public'],
    ['/resources/learning-ai', 'Learning AI'],
    ['/search?q=x', 'Search'],
    ['/admin', 'Admin Access'],
    ['/admin/blog', 'Blog Admin Access'],
    ['/admin/projects', 'Projects Admin Access'],
    ['/nowhere', 'Oops! Page not found'],
  ])('%s has one heading, %s', async (address, heading) => {
    const markup = await screenAt(address, filled)
    expect([...markup.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map((match) => match[1])).toEqual([
      heading,
    ])
  })
})
