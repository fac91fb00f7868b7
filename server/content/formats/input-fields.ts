/**
 * Schemas of request fields, with messages for the person who filled them in; used for posts,
 * projects and the OpenAPI document.
 */
import * as z from 'zod'
import { characterCount, POST_LIMITS } from '#domain/post.ts'
import { isGoalNumber, roundedNumber } from '#domain/record/progress.ts'
import { tagKey } from '#domain/tag.ts'
import { cleanLine, cleanLines } from '#domain/texts/control-characters.ts'
import { isTypedWebAddress } from '#domain/web-address.ts'
import { imagePathOf } from '../files/media-files.ts'

const DESCRIPTION_LENGTH_MAX = 2000
/** Characters that no file can hold: NUL and lone surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/u

/** Text that a content file can hold. @param name as in 'The title must be text.' */
export function storableText(name: string, missing = `The ${name} must be text.`) {
  return z
    .string({
      error: ({ input }) => (input === undefined ? missing : `The ${name} must be text.`),
    })
    .refine((text) => !UNSTORABLE.test(text), {
      error: `The ${name} has a character in it that cannot be stored.`,
    })
}

/** A title of 1 to 300 characters after trimming, one line without control characters. */
export const titleField = storableText('title', 'Enter a title.')
  .overwrite(cleanLine)
  .min(1, 'Enter a title.')
  .refine((title) => characterCount(title) <= POST_LIMITS.titleLength, {
    error: `The title has more than ${POST_LIMITS.titleLength} characters.`,
  })

/** Markdown of 1 byte to 512 KiB after trimming, kept as typed. */
export const contentField = storableText('content', 'Enter a text.')
  .refine((text) => text.trim() !== '', { error: 'Enter a text.' })
  .refine(
    (text) =>
      Buffer.byteLength(text.trim()) <= POST_LIMITS.contentBytes &&
      // Surrounding whitespace counts for the size of the file, at most 1 MiB.
      Buffer.byteLength(text) <= POST_LIMITS.contentBytes + 64 * 1024,
    { error: 'The content is longer than 512 KiB.' },
  )

/** An address with http or https; empty or null for none. @param name 'address' or 'link' */
export function addressField(name: string) {
  return storableText(name)
    .trim()
    .refine((text) => text.length <= POST_LIMITS.urlLength, {
      error: `The ${name} is longer than ${POST_LIMITS.urlLength} characters.`,
    })
    .refine((text) => text === '' || isTypedWebAddress(text), {
      error: `The ${name} must be a full address that begins with http:// or https://.`,
    })
    .nullable()
    .transform((text) => text ?? '')
}

/** A text of so many characters at most. @param subject of the message */
export function limitedText(
  name: string,
  length: number,
  clean: (text: string) => string,
  subject = `The ${name}`,
) {
  return storableText(name)
    .overwrite(clean)
    .refine((text) => characterCount(text) <= length, {
      error: `${subject} has more than ${length} characters.`,
    })
}

export const tagField = limitedText('tag', POST_LIMITS.tagLength, cleanLine, 'A tag').min(
  1,
  'A tag is empty.',
)

/** At most 30 tag names of at most 60 characters, each once. */
export const tagsField = z
  .array(tagField, { error: 'The tags must be a list of names.' })
  .max(POST_LIMITS.tags, `There are more than ${POST_LIMITS.tags} tags.`)
  .transform((names) => [...new Map(names.toReversed().map((name) => [tagKey(name), name]))])
  .transform((entries) => entries.map(([, name]) => name).toReversed())

/** Address of an image of the site; empty or null for none. */
export const imageInput = storableText('image')
  .trim()
  .refine((address) => address === '' || imagePathOf(address) !== '', {
    error: 'The image must be one of this site, like /media/2026/x.webp.',
  })
  .nullable()

export function flagInput(name: string) {
  return z.boolean({ error: `${name} must be true or false.` })
}

/** A number of at most 1e9 in size, rounded to 6 decimals; empty or null for none. */
export function numberInput(name: string) {
  const error = `The ${name} must be a number from -1000000000 to 1000000000.`
  return z
    .union([z.number().refine(isGoalNumber, { error }), z.literal('')], { error })
    .nullable()
    .transform((value) => (typeof value === 'number' ? roundedNumber(value) : null))
}

export const descriptionField = storableText('description')
  .overwrite(cleanLines)
  .max(DESCRIPTION_LENGTH_MAX, 'The description is too long.')
  .nullable()

/** The base revision of an edit; empty or null for none. */
export const revisionField = z.string({ error: 'The revision must be text.' }).nullable()
