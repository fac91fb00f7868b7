/** The review of a week as a draft that the author completes with words of their own. */
import { type Day, formatFullDay, formatLongDay } from '#domain/days/day.ts'
import { weekOf } from '#domain/days/week.ts'
import { formatDays } from '#domain/project.ts'
import { escapeMarkdown } from '#domain/texts/escape-markdown.ts'
import type { PostInput } from '../../store.ts'
import type { WeekReview } from './week-review.ts'

/** A draft short post; its addresses are those of this site, without its host. */
export function composeReview(review: WeekReview): PostInput & { title: string } {
  const { monday, sunday, posts, words, met, late, missed, moved, next } = review
  const [year, number] = weekOf(monday).split('-W')
  const parts = [
    `${formatFullDay(monday)} to ${formatFullDay(sunday)}.`,
    `${counted(posts.length, 'post')}, ${counted(words, 'word')}.${list(
      posts.map(({ id, title, word_count: count }) => {
        return `[${plain(title)}](/post/${encodeURIComponent(id)}), ${counted(count, 'word')}`
      }),
    )}`,
    streakText(review),
    section(
      'Deadlines met',
      met.map(({ title, due }) => `${plain(title)}, due ${formatLongDay(due)}`),
    ),
    section(
      'Done late',
      late.map(({ title, days }) => `${plain(title)}, ${formatDays(days)} after its deadline`),
    ),
    section(
      'Deadlines missed',
      missed.map(({ title, due }) => `${plain(title)}, due ${formatLongDay(due)}`),
    ),
    section(
      'Deadlines moved',
      moved.map(({ title, from, to, reason }) => {
        const why = reason === '' ? '' : `: ${plain(reason)}`
        return `${plain(title)}, from ${formatLongDay(from)} to ${formatLongDay(to)}${why}`
      }),
    ),
    section(
      'Due next',
      next.map(({ title, due }) => `${plain(title)}, ${formatFullDay(due)}`),
    ),
  ]
  return {
    type: 'short',
    title: `Week ${Number(number)} of ${year}`,
    content: parts.filter((part) => part !== '').join('\n\n'),
    draft: true,
  }
}

function streakText({ streak, longestStreak, emptyDays }: WeekReview): string {
  const empty = emptyDays.length === 0 ? 'Every day had its post' : `Nothing on ${names(emptyDays)}`
  return `Streak: ${formatDays(streak)}, the longest ${formatDays(longestStreak)}. ${empty}.`
}

function names(days: readonly Day[]): string {
  return days.map((day) => formatFullDay(day).split(',')[0]).join(', ')
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `**${title}**${list(lines)}`
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n\n${lines.map((line) => `- ${line}`).join('\n')}`
}

/** As words in one line. */
function plain(text: string): string {
  return escapeMarkdown(text.replace(/\s+/g, ' '))
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
