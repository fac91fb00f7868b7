/** Where a deadline was before, oldest first. */
import { formatShortDay } from '#domain/days/day.ts'
import type { Project } from '#domain/project.ts'

export function EarlierMoves({ moves }: { moves: Project['moves'] }) {
  if (moves.length === 0) return null
  return (
    <div className="earlier-moves">
      <p className="admin-label">Earlier moves</p>
      <ol>
        {moves.map(({ from, to, commit, reason }) => (
          <li key={commit}>
            {formatShortDay(from)} to {formatShortDay(to)}
            {reason && `: ${reason}`}
          </li>
        ))}
      </ol>
    </div>
  )
}
