/** How the repository stands to its remote, in a sentence. Pure. */
import type { SiteStatus } from '#domain/answers/admin-answers.ts'

export interface StatusWords {
  tone: 'green' | 'yellow' | 'red' | 'gray'
  text: string
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What goes wrong with sharing and why, else that all is well. */
export function sharingWords({ state, error, ahead, behind }: SiteStatus['sync']): StatusWords {
  if (error) return { tone: state === 'waiting' ? 'yellow' : 'red', text: error }
  if (state === 'starting') return { tone: 'gray', text: 'Asking the remote...' }
  if (ahead > 0 || behind > 0) return { tone: 'gray', text: 'Sharing...' }
  return { tone: 'green', text: 'Shared with the remote.' }
}

/** '2 commits are not yet shared.' and the like, for those numbers that are not 0. */
export function countWords({ ahead, behind }: SiteStatus['sync']): StatusWords[] {
  const commits = (count: number) => (count === 1 ? '1 commit' : `${count} commits`)
  const are = (count: number) => (count === 1 ? 'is' : 'are')
  const words: StatusWords[] = []
  if (ahead > 0) {
    words.push({ tone: 'yellow', text: `${commits(ahead)} ${are(ahead)} not yet shared.` })
  }
  if (behind > 0) {
    words.push({
      tone: 'yellow',
      text: `${commits(behind)} of the remote ${are(behind)} not yet here.`,
    })
  }
  return words
}

/** 'Pulled 2 minutes ago, pushed just now.', or null before either. */
export function timeWords(
  { last_pull, last_push }: SiteStatus['sync'],
  now: number,
): string | null {
  const words = [
    last_pull && `pulled ${agoWords(now - Date.parse(last_pull))}`,
    last_push && `pushed ${agoWords(now - Date.parse(last_push))}`,
  ].filter(Boolean)
  const text = words.join(', ')
  return text === '' ? null : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function agoWords(ms: number): string {
  if (ms < MINUTE) return 'just now'
  const [count, unit] =
    ms < HOUR ? [ms / MINUTE, 'minute'] : ms < DAY ? [ms / HOUR, 'hour'] : [ms / DAY, 'day']
  const whole = Math.floor(count)
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`
}
