/** The site beside its posts: search, about page, pages of resources, names and settings. */
import * as z from 'zod'
import { WEEKDAY_NAMES } from '#domain/days/day.ts'
import {
  type AboutPage,
  RESOURCE_BADGES,
  RESOURCE_PAGE_IDS,
  type ResourcePage,
  type Site,
  STREAK_RULES,
} from '#domain/site.ts'
import { sendQuery } from './answer-query.ts'
import type { Call } from './call.ts'
import { searchHitSchema } from './posts/post-schemas.ts'
import { color, limitOption, text } from './schemas.ts'

const aboutSchema = z.object({
  html: text,
  areas: z.array(z.object({ title: text, items: z.array(z.object({ name: text, color })) })),
}) satisfies z.ZodType<AboutPage>

const resourcePageSchema = z.object({
  id: z.enum(RESOURCE_PAGE_IDS),
  title: text,
  intro: text,
  items: z.array(
    z.object({
      title: text,
      category: text,
      badge: z.enum(RESOURCE_BADGES),
      description: text,
      url: text,
    }),
  ),
}) satisfies z.ZodType<ResourcePage>

const siteSchema = z.object({
  brand: text,
  title: text,
  description: text,
  author: z.object({ name: text, url: text.nullable() }),
  language: text,
  time_zone: text,
  footer: z.array(z.object({ label: text, url: text })),
  math: z.boolean().meta({ description: 'Whether `$…$` in texts is a formula' }),
  streak: z.enum(STREAK_RULES).meta({ description: 'Whether posts logged late carry the streak' }),
  rest_days: z
    .array(z.enum(WEEKDAY_NAMES))
    .meta({ description: 'Days of the week that may go without a post' }),
  repository: text.nullable().meta({ description: 'Its page at the host of the repository' }),
}) satisfies z.ZodType<Site>

export const search: Call = {
  tag: 'Site',
  summary: 'Published posts that match, best first',
  query: z.object({ q: text.optional(), limit: limitOption }),
  data: z.array(searchHitSchema),
  send: sendQuery,
}

export const readAbout: Call = {
  tag: 'Site',
  summary: 'The about page',
  data: aboutSchema,
  send: sendQuery,
}

export const readResources: Call = {
  tag: 'Site',
  summary: 'A page of resources',
  params: z.object({ page: text }),
  data: resourcePageSchema,
  send: sendQuery,
}

export const readSite: Call = {
  tag: 'Site',
  summary: 'Names and settings of the site',
  data: siteSchema,
  send: sendQuery,
}
