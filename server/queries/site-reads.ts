/** Public reads of the pages that are files, and of the settings. */
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import {
  aboutSchema,
  pageSchema,
  resourcePageSchema,
  siteSchema,
} from '#domain/answers/public-answers.ts'
import { NotFoundError } from '../errors.ts'
import { defineRead } from './read.ts'

export const readAbout = defineRead({
  summary: 'The about page',
  data: aboutSchema,
  async answer({ context }) {
    const page = context.snapshot.pages.get('/about')
    return { data: { html: page ? await context.pageHtml(page) : '', areas: page?.areas ?? [] } }
  },
})

export const readPage = defineRead({
  summary: 'An own page, `pages/<id>.md`',
  params: z.object({ id: text }),
  data: pageSchema,
  async answer({ params, context }) {
    const page = context.snapshot.pages.get(`/${encodeURIComponent(params.id)}`)
    if (!page || page.revision === null) throw new NotFoundError('Page not found')
    const { id, title, description, content, revision } = page
    const html = await context.pageHtml(page)
    return { data: { id, title, description, html, content, revision } }
  },
})

export const readResources = defineRead({
  summary: 'A page of resources',
  params: z.object({ page: text }),
  data: resourcePageSchema,
  answer({ params, context }) {
    const page = context.snapshot.pages.get(`/resources/${encodeURIComponent(params.page)}`)
    if (!page) throw new NotFoundError('There is no such page.')
    const { id, title, intro, items } = page
    return { data: { id, title, intro, items } }
  },
})

export const readSite = defineRead({
  summary: 'Names and settings of the site',
  data: siteSchema,
  answer: ({ context }) => ({ data: context.snapshot.site }),
})
