/** Content files as texts, for the files that no form is for. */
import * as z from 'zod'
import type { ContentText, SiteFile } from '#domain/answers/repair-answers.ts'
import { BadRequestError } from '../../errors.ts'
import type { Call } from '../call.ts'
import { checkBody, flagField, storableText } from '../http/checked-fields.ts'
import { editRevision } from '../http/edit-revision.ts'
import { replyData } from '../http/reply.ts'
import { replySaved } from '../http/reply-saved.ts'
import { failureSchema, problemsSchema, savedMetaSchema, text } from '../schemas.ts'

export const contentTextSchema = z
  .object({
    path: text,
    text,
    revision: text.nullable().meta({ description: 'Git blob id; null where there is no file' }),
    problems: problemsSchema,
  })
  .meta({ id: 'ContentText' }) satisfies z.ZodType<ContentText>

const siteFileSchema = z.object({
  path: text,
  is_there: z.boolean(),
  problems: problemsSchema,
}) satisfies z.ZodType<SiteFile>

const saveFileSchema = z.object({
  path: z.string({ error: 'Say which file to save.' }),
  /** An empty text is refused elsewhere, where it cannot be read. */
  text: storableText('text'),
  revision: z.string({ error: 'The revision must be text.' }).nullish(),
  force: flagField('Force').optional(),
})

export const readFile: Call = {
  tag: 'Repair',
  summary: 'A content file as text',
  query: z.object({ path: text.meta({ example: 'about.md' }) }),
  data: contentTextSchema,
  async handle(request, reply, { store }) {
    // Fastify gives text, or a list where an option is repeated.
    const { path } = request.query as Record<string, string | string[]>
    if (typeof path !== 'string') {
      throw new BadRequestError('Say which file to read: ?path=about.md.')
    }
    return replyData(reply, await store.readText(path))
  },
}

export const saveFile: Call = {
  tag: 'Repair',
  summary: 'Save a content file as text; refused when it could not be read afterwards',
  body: saveFileSchema,
  data: contentTextSchema,
  meta: savedMetaSchema,
  conflict: failureSchema.extend({ current: contentTextSchema.nullable(), base: text.nullable() }),
  async handle(request, reply, { store }) {
    const { path, text, revision, force } = checkBody(saveFileSchema, request.body)
    const basedOn = editRevision(request, revision ?? null)
    const change = { text, basedOn, isForced: force ?? false }
    return replySaved(reply, store.saveText(path, change))
  },
}

export const listSiteFiles: Call = {
  tag: 'Repair',
  summary: 'The files of the site itself: about page, settings, tags, resource pages',
  data: z.array(siteFileSchema),
  async handle(_request, reply, { store }) {
    const files = store.siteFiles()
    return replyData(
      reply,
      files.map(({ path, exists, problems }) => ({ path, is_there: exists, problems })),
    )
  },
}
