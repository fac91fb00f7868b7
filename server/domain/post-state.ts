/** Whether a post is public yet. */

export const POST_STATES = ['draft', 'scheduled', 'live'] as const
type PostState = (typeof POST_STATES)[number]

/** The state of a post at `now`. Times are in milliseconds since 1970. */
export function postState(post: { draft: boolean; instant: number }, now: number): PostState {
  if (post.draft) return 'draft'
  return post.instant > now ? 'scheduled' : 'live'
}
