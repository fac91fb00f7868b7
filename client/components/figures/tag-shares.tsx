/**
 * '% of Posts by Sub-Vertical': count, percent and bar for each tag, of essays and shorts. Lists of
 * one post are asked for, since their meta counts the whole list.
 */

import type { PostListAnswer, TagsAnswer } from '#domain/answers/public-answers.ts'
import { tagKey } from '#domain/tag.ts'
import { tagShares } from '#domain/tag-share.ts'
import { mergeTags } from '../../data/merge-posts.ts'
import { useQuery } from '../../data/use-query.ts'
import { essayTotalsQuery, shortTotalsQuery } from '../../start/page-queries.ts'
import { FigureBox } from './figure-box.tsx'

const BAR_WIDTH = 240
/** A tag with any posts shows a bar of at least this many pixels. */
const BAR_WIDTH_MIN = 8

export function TagShares() {
  const tags = useQuery<TagsAnswer>('/posts/tags').answer
  const essays = useQuery<PostListAnswer>(essayTotalsQuery).answer
  const shorts = useQuery<PostListAnswer>(shortTotalsQuery).answer
  // Silent while one is missing.
  if (!Array.isArray(tags?.data) || !essays || !shorts) return null
  const total = (essays.meta?.total ?? 0) + (shorts.meta?.total ?? 0)
  const used = mergeTags([essays, shorts])
  const counts = new Map(used.map(({ name, count }) => [tagKey(name), count]))
  return (
    <FigureBox name="shares" title="% of Posts by Sub-Vertical">
      {total === 0 ? (
        <p className="muted">No posts yet.</p>
      ) : (
        <ul className="share-list">
          {tagShares(tags.data, counts, total).map(({ tag, count, percent }) => (
            <li key={tag.id}>
              <p className="row row-apart">
                <span dir="auto">{tag.name}</span>
                <span className="share-figures">
                  <span className="muted">{count}</span> {percent}%
                </span>
              </p>
              <svg
                className={`share-bar ${tag.color}`}
                viewBox={`0 0 ${BAR_WIDTH} 6`}
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect className="heat-0" width={BAR_WIDTH} height="6" />
                <rect className="share-fill" width={barWidth(count, percent)} height="6" />
              </svg>
            </li>
          ))}
        </ul>
      )}
    </FigureBox>
  )
}

const barWidth = (count: number, percent: number) =>
  count > 0 ? Math.max(BAR_WIDTH_MIN, (percent / 100) * BAR_WIDTH) : 0
