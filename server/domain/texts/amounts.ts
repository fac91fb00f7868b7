/** Amounts of projects with a goal as texts: at most 2 decimals, no grouping, a true minus sign. */

/** Rounded to 2 decimals, half away from zero as on paper: 2.675, of 6 decimals, is 2.68. */
function shown(value: number): number {
  const millionths = Math.round(Math.abs(value) * 1e6)
  return (Math.sign(value) * Math.round(millionths / 1e4)) / 100
}

/** '3.5', '−2'. */
export function formatNumber(value: number): string {
  return String(shown(value)).replace('-', '−')
}

/** '30 cups'; without a unit '30'. */
export function formatAmount(value: number, unit: string | null): string {
  return unit === null ? formatNumber(value) : `${formatNumber(value)} ${unit}`
}

/** What a post counts: '+3 cups', '−2 cups', '+0 cups'. */
export function formatChange(amount: number, unit: string | null): string {
  return `${shown(amount) < 0 ? '' : '+'}${formatAmount(amount, unit)}`
}

/** Where a project is beside its line, on the way from start to goal. */
interface LinePosition {
  text: string
  isBehind: boolean
}

interface GoalProgress {
  goal: number
  start: number
  unit: string | null
  progress: { done: number; expected: number }
}

/** 'On the line', '3 cups behind the line', '2 cups ahead of the line'. */
export function linePosition({ goal, start, unit, progress }: GoalProgress): LinePosition {
  const ahead = shown((progress.done - progress.expected) * Math.sign(goal - start))
  if (ahead === 0) return { text: 'On the line', isBehind: false }
  const distance = formatAmount(Math.abs(ahead), unit)
  return ahead < 0
    ? { text: `${distance} behind the line`, isBehind: true }
    : { text: `${distance} ahead of the line`, isBehind: false }
}
