/** The site beside its posts: search, about page, pages of resources, names and settings. */
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import {
  aboutSchema,
  resourcePageSchema,
  searchHitSchema,
  siteSchema,
} from '#domain/answers/public-answers.ts'
import { sendQuery } from './answer-query.ts'
import type { Call } from './call.ts'
import { limitOption } from './schemas.ts'

export const search: Call = {
  tag: 'Site',
  summary: 'Published posts that match, best first',
  query: z.object({ q: text.optional(), limit: limitOption }),
  data: z.array(searchHitSchema),
  meta: z.object({ similar: z.literal(true).optional() }).optional(),
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
