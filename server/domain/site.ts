/** Pages and settings of the site. */
import type { AboutPage, ResourcePage, Site } from './answers/public-answers.ts'

export type { AboutPage, ResourcePage, Site } from './answers/public-answers.ts'
export { RESOURCE_BADGES, STREAK_RULES } from './answers/words.ts'
export type Area = AboutPage['areas'][number]
export type Resource = ResourcePage['items'][number]
export type FooterLink = Site['footer'][number]
export type MenuEntry = NonNullable<Site['menu']>[number]

/** Name of the author of a site that names none; pages do not show it. */
export const DEFAULT_AUTHOR = 'The author'

/** When the owner is reminded, and how many days before a deadline, unless `remind:` says else. */
export const DEFAULT_REMIND = { at: '20:00', deadlines: [7, 1, 0] }

/** The address of a mail to the author about a post; null where replies are not wanted. */
export function replyAddress({ author }: Site, title: string): string | null {
  return author.email ? `mailto:${author.email}?subject=${encodeURIComponent(title)}` : null
}

/** Titles of the built-in pages of resources by id. */
export const RESOURCE_PAGE_TITLES: Readonly<Record<string, string>> = {
  'reading-list': 'Reading List',
  'learning-ai': 'Learning AI',
  'learning-data': 'Learning Data',
  'learning-drawing': 'Learning Drawing',
  'learning-coding': 'Learning Coding',
}
