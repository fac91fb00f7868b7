/** The id that a save gives to a new post or project. */
import { randomInt } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import type { Day } from '#domain/days/day.ts'
import { POST_ID_LENGTH_MAX, RESERVED_POST_IDS } from '#domain/post.ts'

/**
 * The slug of a title, ASCII and at most 80 characters, cut at a word; a title with nothing to slug
 * gives the day and four random characters.
 */
export function idFromTitle(title: string, today: Day): string {
  // Without `decamelize`: JavaScript is one word.
  const slug = slugify(title, { decamelize: false })
  if (slug === '') return `${today}-${randomPart()}`
  if (slug.length <= POST_ID_LENGTH_MAX) return slug
  const cut = slug.slice(0, POST_ID_LENGTH_MAX + 1)
  const word = cut.lastIndexOf('-')
  return word > POST_ID_LENGTH_MAX / 2 ? cut.slice(0, word) : slug.slice(0, POST_ID_LENGTH_MAX)
}

/** The first of `base`, `base-2`, `base-3`… that is neither taken nor a word of the API's. */
export function uniqueId(base: string, isTaken: (id: string) => boolean): string {
  const isFree = (id: string) => !RESERVED_POST_IDS.has(id) && !isTaken(id)
  if (isFree(base)) return base
  for (let number = 2; ; number += 1) {
    const ending = `-${number}`
    const id = base.slice(0, POST_ID_LENGTH_MAX - ending.length).replace(/-+$/, '') + ending
    if (isFree(id)) return id
  }
}

function randomPart(): string {
  return randomInt(36 ** 4)
    .toString(36)
    .padStart(4, '0')
}
