import { describe, expect, it } from 'vitest'
import { projectStats } from '#domain/project.ts'
import {
  answering,
  COOKING,
  listOf,
  postOf,
  projectOf,
  STREAK,
  screenAt,
  textAt,
  WRITING,
} from '../test/fixtures.ts'

const short = postOf({ id: 'note', type: 'short', title: 'A note', html: '<p>All of it</p>' })
const link = postOf({
  id: 'tool',
  type: 'link',
  title: 'A tool',
  url: 'https://www.tool.example/x',
})

const filled = answering({
  '/posts/featured': { data: [postOf({ featured: true })] },
  '/posts/public/essay': listOf([postOf()]),
  '/posts/public/short': listOf([short]),
  '/posts/public/link': listOf([link]),
  '/posts/by-id': {
    data: postOf(),
    meta: { previous: { id: 'old', title: 'Older' }, next: { id: 'new', title: 'Newer' } },
  },
  '/posts/tags': { data: [WRITING, COOKING] },
  '/deadline-projects': { data: [projectOf()] },
  '/about': { data: { html: '<p>Why</p>', areas: [{ title: 'Personal', items: [COOKING] }] } },
  '/resources': {
    data: {
      id: 'learning-ai',
      title: 'Learning AI',
      intro: 'Where to begin.',
      items: [
        {
          title: 'A course',
          category: 'Course',
          badge: 'Free',
          description: 'Twelve lessons.',
          url: 'https://course.example/',
        },
      ],
    },
  },
  '/search': { data: [{ ...postOf(), snippet: '…around the match…' }] },
})
const empty = answering({
  '/about': { data: { html: '', areas: [] } },
  '/resources': { data: { id: 'learning-ai', title: 'Learning AI', intro: '', items: [] } },
  '/posts/streak': { data: { ...STREAK, current_streak: 0, total_posts: 0, posted_today: false } },
})
const failing = () => ({ statusCode: 500, error: 'An error occurred' })
const unanswered = () => null

describe('every screen', () => {
  it.each([
    ['/', 'Blog'],
    ['/essays', 'Essays'],
    ['/short-posts', 'Short Posts'],
    ['/about', 'About'],
    ['/stats', 'Stats'],
    ['/projects', 'Current Projects'],
    ['/projects?at=2026-10-20', 'Current Projects'],
    ['/record', 'The Record'],
    ['/post/shipping', 'Shipping in public'],
    ['/resources/learning-ai', 'Learning AI'],
    ['/search?q=x', 'Search'],
    ['/admin', 'Admin Access'],
    ['/admin/blog', 'Blog Admin Access'],
    ['/admin/projects', 'Projects Admin Access'],
    ['/nowhere', 'Oops! Page not found'],
    ['/resources/nothing', 'Oops! Page not found'],
  ])('%s has one heading, %s', async (address, heading) => {
    const markup = await screenAt(address, filled)
    const headings = [...markup.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)]
    expect(headings.map((match) => match[1])).toEqual([heading])
  })

  it('has a style attribute nowhere, which the policy would refuse', async () => {
    for (const address of [
      '/',
      '/essays',
      '/post/shipping',
      '/stats?range=year',
      '/projects',
      '/record',
    ]) {
      expect(await screenAt(address, filled)).not.toMatch(/ style=/)
    }
  })
})

describe('the fixed words of the pages', () => {
  it.each<[string, string, Parameters<typeof screenAt>[1], string[]]>([
    ['home', '/', filled, ['Recent Posts', 'Read', 'Read More', 'All of it', 'Links', 'admin']],
    [
      'home without posts',
      '/',
      empty,
      ['No posts yet', 'Check back soon for new content!', 'No featured posts yet'],
    ],
    ['home whose lists fail', '/', failing, ['Failed to load posts', 'Try Again']],
    ['a filtered home', '/?tag=Writing', filled, ['Clear Filter']],
    [
      'a filter that nothing matches',
      '/?tag=x',
      empty,
      ['No posts match the selected tags.', 'Clear Filter'],
    ],
    [
      'essays',
      '/essays',
      filled,
      ['Longer-form thoughts', 'November 19, 2026', '5 min read', '812 words', 'Read Essay'],
    ],
    ['no essays', '/essays', empty, ['No essays yet. Check back soon!']],
    ['essays that fail', '/essays', failing, ['Failed to load essays', 'Try Again']],
    ['short posts', '/short-posts', filled, ['A note', '812 words', 'All of it']],
    ['short posts that fail', '/short-posts', failing, ['Failed to load posts', 'Try Again']],
    [
      'about',
      '/about',
      filled,
      ['Why', 'Personal', 'Cooking', '% of Posts by Sub-Vertical', '100%'],
    ],
    ['about without posts', '/about', empty, ['No posts yet.']],
    [
      'a post',
      '/post/shipping',
      filled,
      [
        'Essay',
        'November 19, 2026',
        '812 words',
        '5 min read',
        'Full text',
        'Back to Essays',
        'Older',
        'Newer',
      ],
    ],
    ['a post that cannot be loaded', '/post/x', failing, ['Failed to load post', 'Back to Home']],
    [
      'resources',
      '/resources/learning-ai',
      filled,
      ['A course', 'Course', 'Free', 'Twelve lessons.', 'Visit'],
    ],
    [
      'projects',
      '/projects',
      filled,
      [
        'Current Projects',
        'Friday, November 20, 2026',
        'Ship v1',
        '10 days remaining',
        'Due November 30, 2026',
        'In Progress',
        'Project Stats',
      ],
    ],
    ['no projects', '/projects', empty, ['No active projects found.']],
    ['projects that fail', '/projects', failing, ['Failed to load projects', 'Try Again']],
    [
      'stats',
      '/stats',
      filled,
      [
        'Project Stats',
        '% of Posts by Sub-Vertical',
        'Posting Frequency (Past Year)',
        'Less',
        'More',
        'September 20, 2026 to November 20, 2026',
        'Longest streak',
        'Failure Days',
      ],
    ],
    [
      'the year',
      '/stats?range=year',
      filled,
      ['November 16, 2025 to November 20, 2026', 'Show recent months'],
    ],
    ['search', '/search?q=x', filled, ['1 post for “x”', '…around the match…']],
    ['search without hits', '/search?q=x', empty, ['No posts found for “x”']],
    ['an unknown address', '/nowhere', filled, ['Oops! Page not found', 'Return to Home']],
    ['the gate', '/admin', filled, ['Admin Access', 'Admin Password', 'Access Admin Panel']],
    [
      'the projects gate',
      '/admin/projects',
      filled,
      ['Projects Admin Access', 'Access Projects Admin'],
    ],
  ])('%s', async (_, address, answers, texts) => {
    const text = await textAt(address, answers)
    for (const wanted of texts) expect(text).toContain(wanted)
  })

  it.each<[string, string]>([
    ['/essays', 'Loading essays...'],
    ['/short-posts', 'Loading posts...'],
    ['/stats', 'Loading streak...'],
  ])('%s says %s while it waits', async (address, text) => {
    expect(await textAt(address, unanswered)).toContain(text)
  })

  it('shows the other list when one fails', async () => {
    const text = await textAt('/', (path) =>
      path.startsWith('/posts/public/essay') ? failing() : filled(path),
    )
    expect(text).toContain('A note')
    expect(text).not.toContain('Try Again')
  })

  it('calls an unknown post not found', async () => {
    const text = await textAt('/post/x', () => ({ statusCode: 404, error: 'Post not found' }))
    expect(text).toContain('Post not found')
    expect(text).toContain('Back to Home')
  })

  it('leaves Links, failure days and moves out when there are none', async () => {
    expect(await textAt('/', empty)).not.toMatch(/Links|Failure Days/)
    expect(await textAt('/projects', filled)).not.toMatch(/moved/i)
  })
})

describe('a post', () => {
  it('links its title to its url in a new tab', async () => {
    const markup = await screenAt('/post/tool', () => ({ data: link }))
    expect(markup).toMatch(
      /<h1[^>]*><a href="https:\/\/www.tool.example\/x" target="_blank" rel="noopener noreferrer">A tool/,
    )
  })

  it.each([
    [postOf(), '/essays'],
    [short, '/short-posts'],
    [link, '/'],
  ])('leads back to its list (%#)', async (post, href) => {
    const markup = await screenAt(`/post/${post.id}`, () => ({ data: post }))
    expect(markup).toContain(`href="${href}" class="back-link row muted"`)
  })

  it('is found by its id whatever characters it has', async () => {
    const asked: string[] = []
    await screenAt('/post/caf%C3%A9%20%26', (path) => {
      asked.push(path)
      return { data: postOf() }
    })
    expect(asked).toEqual(['/posts/by-id/caf%C3%A9%20%26'])
  })
})

describe('lists', () => {
  it('have chips that are links, the chosen ones without themselves', async () => {
    const markup = await screenAt('/essays?tag=Cooking', filled)
    expect(markup).toContain('href="/essays?tag=Cooking&amp;tag=Writing"')
    expect(
      (await screenAt('/essays?tag=writing', filled)).match(/aria-current="true"/g),
    ).toHaveLength(1)
    expect(await screenAt('/essays?tag=writing', filled)).toContain(
      'aria-current="true" href="/essays"',
    )
  })

  it('have a chip for the tag of the address that none of their posts has', async () => {
    expect(await screenAt('/essays?tag=Gone', filled)).toMatch(
      /aria-current="true" href="\/essays"[^>]*>Gone</,
    )
  })

  it('have a link to what is older', async () => {
    const more = (path: string) =>
      path.startsWith('/posts/public/essay')
        ? listOf([postOf()], { next_cursor: 'abc' })
        : filled(path)
    expect(await screenAt('/essays?tag=Writing', more)).toContain(
      'href="/essays?tag=Writing&amp;after=abc"',
    )
    expect(await screenAt('/essays?after=abc', filled)).toContain('Back to the newest')
  })

  it('ask for the filtered part that the address names', async () => {
    const asked: string[] = []
    await screenAt('/short-posts?tag=a%26b&tag=c&after=xyz', (path) => {
      asked.push(path)
      return listOf([])
    })
    expect(asked).toEqual(['/posts/public/short?limit=20&view=summary&tag=a%26b&tag=c&cursor=xyz'])
  })
})

describe('projects', () => {
  const projects = [
    projectOf({ id: 'late', title: 'Late', due_date: '2026-11-18' }),
    projectOf({ id: 'today', title: 'Today', due_date: '2026-11-20', link: 'https://p.example/' }),
    projectOf({ id: 'early', title: 'Done early', due_date: '2026-12-01', status: 'Completed' }),
    projectOf({ id: 'done1', title: 'Done first', due_date: '2026-10-01', status: 'Completed' }),
    projectOf({
      id: 'done2',
      title: 'Done later',
      due_date: '2026-11-01',
      status: 'Done',
      evidence: [{ id: 'proof', title: 'The proof' }],
      slip_days: 19,
      moves: [
        { from: '2026-10-01', to: '2026-10-10', at: '', commit: '1', reason: 'Ill.' },
        { from: '2026-10-10', to: '2026-10-20', at: '', commit: '2', reason: '' },
      ],
    }),
  ]
  const answers = answering({ '/deadline-projects': { data: projects } })

  it('are active until they are completed and past', async () => {
    const [active = '', completed = ''] = (await textAt('/projects', answers)).split(
      'Completed Projects',
    )
    expect(active).toMatch(/2 days overdue.*Late.*Due today.*Today.*Done early/)
    expect(completed).toMatch(
      /Done later.*The proof.*Moved twice, 19 days later than first promised.*Done first.*Missing evidence/,
    )
  })

  it('are links where they have one', async () => {
    expect(await screenAt('/projects', answers)).toContain('href="https://p.example/"')
  })

  it('are counted whatever the filter shows', async () => {
    const text = await textAt('/projects?tag=Nothing', answers)
    expect(text).toContain('No active projects found.')
    expect(text).toContain(`Total ${projectStats(projects, '2026-11-20').total}`)
  })
})
