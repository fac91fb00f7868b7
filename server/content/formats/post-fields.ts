/** The table of a post's front matter. */
import * as z from 'zod'
import { POST_LIMITS, POST_TYPES } from '#domain/post.ts'
import { composed } from '#domain/texts/composed.ts'
import { cleanLine } from '#domain/texts/control-characters.ts'
import {
  type Field,
  FieldTable,
  type InputName,
  type InputsOf,
  type ValuesOf,
} from './collection.ts'
import { collect, collectWarning } from './content-error.ts'
import { flagField, LANGUAGE_RULE, numberField, textField } from './fields.ts'
import * as inputs from './input-fields.ts'
import * as values from './post-values.ts'

const ROWS = {
  title: { read: ({ data }) => values.readTitle(data), input: inputs.titleField },
  type: {
    read: ({ data, faults }) => values.readType(data, faults),
    input: z.enum(POST_TYPES, { error: `The type must be one of ${POST_TYPES.join(', ')}.` }),
  },
  date: {
    isDate: true,
    keys: ['date', 'created_at', 'created', 'pubDate', 'publishDate'],
    read: values.readPublication,
    input: inputs.storableText('date').trim().nullable(),
  },
  updated: {
    isDate: true,
    isStamp: true,
    keys: ['updated', 'lastmod', 'updated_at', 'modified'],
    read: ({ data, timeZone }, keys) => values.readDate(data, keys, timeZone)?.iso ?? null,
    input: null,
  },
  tags: {
    keys: ['tags', 'categories'],
    read: (source, keys) => values.readTags(source, 'A post', keys),
    input: inputs.tagsField,
    write: values.tagsChange,
  },
  featured: {
    read: ({ data, faults }) => collect(faults, () => flagField(data, 'featured')) ?? false,
    input: inputs.flagInput('Featured'),
  },
  url: { read: values.readUrl, input: inputs.addressField('address') },
  draft: {
    keys: ['draft', 'published'],
    read: ({ data, faults }) => values.readDraft(data, faults),
    input: inputs.flagInput('Draft'),
    write: values.draftChange,
  },
  description: {
    keys: ['description', 'summary', 'excerpt'],
    read: ({ data }, keys) => textField(data, keys),
    input: inputs.descriptionField,
  },
  image_url: { keys: values.IMAGE_KEYS, read: values.readImage, input: inputs.imageInput },
  image_alt: {
    read: ({ data, faults }) => collectWarning(faults, () => values.imageAlt(data)) ?? '',
    input: inputs.limitedText('image description', POST_LIMITS.titleLength, cleanLine).nullable(),
  },
  syndication: { read: values.readSyndication, input: null },
  canonical: { read: values.ruledText('canonical', values.WEB_RULE), input: null },
  lang: { read: values.ruledText('lang', LANGUAGE_RULE), input: null },
  atUri: { read: values.ruledText('atUri', values.AT_RULE), input: null },
  aliases: { read: ({ data }) => values.aliasesOf(data), input: null },
  project: {
    read: ({ data, faults }) =>
      composed(collectWarning(faults, () => textField(data, 'project')) ?? '') || null,
    input: inputs.storableText('project').trim().overwrite(composed).nullable(),
  },
  amount: {
    read: (source) => collect(source.faults, () => numberField(source, 'amount')),
    input: inputs.numberInput('amount'),
  },
} satisfies Record<string, Field<values.PostSource>>

export const POSTS = new FieldTable<typeof ROWS, values.PostSource>(ROWS)

type Rows = typeof ROWS
export type PostFieldName = keyof Rows
export type PostFieldValues = ValuesOf<Rows>
/** Fields that a save may set; absent: unchanged. Null or empty text removes an optional field. */
export type PostFieldInputs = Partial<z.output<z.ZodObject<InputsOf<Rows>>>> &
  Partial<Omit<PostFieldValues, InputName<Rows>>>

/** The rows that each save writes. */
export const POST_STAMPS = POSTS.names.filter((name) => 'isStamp' in POSTS.rows[name])

/** Every accepted key, in the order of the rows. */
export const POST_KEYS = POSTS.names.flatMap((name) => POSTS.keysOf(name))
