/** What the social cards of a post and of the site itself say. */
import { formatLongDay } from '#domain/days/day.ts'
import type { PostType } from '#domain/post.ts'
import type { PostRecord, Snapshot } from '../../../content/records.ts'
import type { SocialCard } from './social-card-svg.ts'
import type { DrawnStreak } from './streak-of-site.ts'

const BADGES: Record<PostType, string> = {
  essay: 'Essay',
  short: 'Short',
  link: 'Link',
  project: 'Project',
  reading: 'Reading',
}

type CardSource = Pick<Snapshot, 'site'>

/** The card of a post. */
export function postCard(post: PostRecord, { site }: CardSource, drawn: DrawnStreak): SocialCard {
  return {
    title: post.title,
    badge: BADGES[post.type],
    author: site.author.name || site.title,
    note: `${formatLongDay(post.day)} · ${post.reading_minutes} min read`,
    ...common({ site }, drawn),
  }
}

/** The card of every page that is no post. */
export function siteCard({ site }: CardSource, drawn: DrawnStreak): SocialCard {
  const { total_posts: total } = drawn.streak
  return {
    title: site.title,
    badge: '',
    author: site.author.name || site.title,
    note: total === 1 ? '1 post' : `${total} posts`,
    ...common({ site }, drawn),
  }
}

function common({ site }: CardSource, { streak, strip }: DrawnStreak) {
  return { brand: site.brand, streak: streak.current_streak, strip }
}
