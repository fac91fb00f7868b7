/** The site's own pages and settings as content files hold them. */
import type { Weekday } from './days/day.ts'
import type { TagColor } from './tag.ts'

export interface Site {
  /** Short brand, 'G.A.P.'. */
  brand: string
  title: string
  description: string
  author: { name: string; url: string | null }
  language: string
  /** The zone in which days are counted. */
  time_zone: string
  footer: FooterLink[]
  /** Whether `$…$` in texts is a formula. */
  math: boolean
  /** Whether posts that were logged late carry the streak. */
  streak: StreakRule
  /** Days of the week that may go without a post. */
  rest_days: Weekday[]
  /** The repository's page at its host, where commits can be looked at; null when it has none. */
  repository: string | null
}

export const STREAK_RULES = ['all', 'on-time'] as const
export type StreakRule = (typeof STREAK_RULES)[number]

export interface FooterLink {
  label: string
  url: string
}

export interface AboutPage {
  /** Rendered text of about.md. */
  html: string
  areas: Area[]
}

export interface Area {
  title: string
  items: { name: string; color: TagColor }[]
}

export const RESOURCE_PAGE_IDS = [
  'reading-list',
  'learning-ai',
  'learning-data',
  'learning-drawing',
  'learning-coding',
] as const
export type ResourcePageId = (typeof RESOURCE_PAGE_IDS)[number]

export const RESOURCE_BADGES = ['Recommended', 'Free'] as const
type ResourceBadge = (typeof RESOURCE_BADGES)[number]

export interface Resource {
  title: string
  category: string
  badge: ResourceBadge
  description: string
  url: string
}

export interface ResourcePage {
  id: ResourcePageId
  title: string
  intro: string
  items: Resource[]
}

const RESOURCE_PAGE_TITLES: Record<ResourcePageId, string> = {
  'reading-list': 'Reading List',
  'learning-ai': 'Learning AI',
  'learning-data': 'Learning Data',
  'learning-drawing': 'Learning Drawing',
  'learning-coding': 'Learning Coding',
}

/** A page as it is without its content file. */
export function emptyResourcePage(id: ResourcePageId): ResourcePage {
  return { id, title: RESOURCE_PAGE_TITLES[id], intro: '', items: [] }
}

/** What a new owner says of the site; `name` is the author's. */
export const OWNER_FIELDS = [
  'name',
  'title',
  'brand',
  'description',
  'language',
  'time_zone',
] as const
export type OwnerField = (typeof OWNER_FIELDS)[number]
/** Absent: unchanged. */
export type OwnerWords = Partial<Record<OwnerField, string>>
