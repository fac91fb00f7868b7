/** Public screens with fixed texts on them: of a filled site, an empty one, one of long words. */
type Screen = readonly [path: string, texts?: string]

const ABOUT =
  'Why it is public | Technology & Innovation | Software Development | AI & Machine Learning | Business & Strategy | Impact & Innovation | Community & Social Impact | Startups & Entrepreneurship | Writing | Personal Development | Fitness & Health | Cooking | Drawing | % of Posts by Sub-Vertical'
const PROJECTS =
  'Current Projects | Friday, November 20, 2026 | 2 days overdue | Due today | 5 days remaining | 100 days remaining | In Progress | On Hold | Not Started | Project Stats | Completed Projects | Completed | Done | Missing evidence | Moved once, 19 days later than first promised'

export const FILLED: readonly Screen[] = [
  [
    '/',
    'Writing | Resources | About | G.A.P. | Blog | Recent Posts | Read | Read More | admin | This week | This month | Longest streak | Total posts | Failure Days',
  ],
  ['/?tag=Writing', 'Clear Filter'],
  ['/essays', 'Essays | Longer-form thoughts | November 20, 2026 | min read | words | Read Essay'],
  ['/essays?tag=Writing', 'Clear Filter'],
  ['/short-posts', 'Short Posts | November 18, 2026 | 46 words'],
  ['/tags/writing', 'Writing | Essay'],
  ['/about', ABOUT],
  ['/stats', 'Project Stats | % of Posts by Sub-Vertical | Posting Frequency (Past Year)'],
  ['/stats?range=year'],
  ['/projects', PROJECTS],
  ['/projects?at=2026-11-13'],
  ['/projects?at=2026-01-01'],
  [
    '/projects/ten-kilometres',
    '14 days remaining | 4 of 10 km | behind the line | Check-ins | +4 km',
  ],
  ['/projects/p1', 'Due today | No check-ins yet.'],
  ['/record'],
  ['/record?kind=moved&kind=promised'],
  ['/resources/reading-list', 'Recommended'],
  ['/resources/learning-ai', 'Free'],
  ['/search'],
  ['/search?q=git'],
  ['/search?q=xyzzy'],
  ['/nowhere', 'Oops! Page not found'],
  ['/post/every-element', 'Essay | min read | Back to Essays | A quotation that says something'],
  ['/post/older-1', 'Short | Back to Short Posts'],
  ['/post/changelog', 'Link | Keep a changelog | Back to Home'],
  ['/post/written-down-late'],
  ['/admin', 'Admin Access | Admin Password | Access Admin Panel'],
]

/** Screens whose elements other ones have: axe looks at those. */
export const ALIKE: ReadonlySet<string> = new Set(
  `/ /essays /stats?range=year /projects?at=2026-01-01 /record /resources/learning-ai /search
  /search?q=xyzzy /projects/p1 /post/older-1 /post/written-down-late`.split(/\s+/),
)

export const EMPTY: readonly Screen[] = [
  ['/', 'No posts yet | Check back soon for new content! | No featured posts yet'],
  ['/essays', 'No essays yet. Check back soon!'],
  ['/short-posts'],
  ['/about', 'No posts yet.'],
  ['/stats'],
  ['/projects', 'No active projects found.'],
  ['/record'],
  ['/search?q=git'],
  ['/admin/blog', 'Blog Admin Access'],
  ['/admin/projects', 'Projects Admin Access | Admin Password | Access Projects Admin'],
]

const LONG_PATHS = `/ /essays /short-posts /about /stats /projects /projects?at=2026-11-13 /projects/address /record
  /resources/reading-list /search?q=Rechtsschutz /search?q=${'x'.repeat(190)} /nowhere
  /post/address /post/compound /post/hebrew /post/arabic /post/outward`

export const LONG: readonly Screen[] = LONG_PATHS.split(/\s+/).map((path) => [path])
