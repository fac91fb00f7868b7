/** Public reads of the about page, the resource pages and the settings. */
import * as z from 'zod'
import { aboutSchema, resourcePageSchema, siteSchema } from '#domain/answers/public-answers.ts'
import { emptyResourcePage, RESOURCE_PAGE_IDS } from '#domain/site.ts'
import { read } from './read.ts'

export const readAbout = read({
  tag: 'Site',
  summary: 'The about page',
  data: aboutSchema,
  async answer({ context }) {
    const areas = context.snapshot.pages.get('about')?.areas ?? []
    return { data: { html: await context.aboutHtml(), areas } }
  },
})

/** Never 404 for a known id: the menu links to all pages. */
export const readResources = read({
  tag: 'Site',
  summary: 'A page of resources',
  params: z.object({ page: z.enum(RESOURCE_PAGE_IDS, { error: 'There is no such page.' }) }),
  data: resourcePageSchema,
  answer({ params: { page: id }, context: { snapshot } }) {
    const { title, intro, items } = snapshot.pages.get(id) ?? emptyResourcePage(id)
    return { data: { id, title, intro, items } }
  },
})

export const readSite = read({
  tag: 'Site',
  summary: 'Names and settings of the site',
  data: siteSchema,
  answer: ({ context }) => ({ data: context.snapshot.site }),
})
