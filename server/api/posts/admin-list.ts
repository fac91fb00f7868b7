/** The admin's list of all posts, filtered here, so that fifty of ten thousand posts are sent. */
import * as z from 'zod'
import { text } from '#domain/answers/parts.ts'
import { postListMetaSchema, postSchema } from '#domain/answers/public-answers.ts'
import { POST_TYPES } from '#domain/post.ts'
import { POST_STATES, postState } from '#domain/post-state.ts'
import type { PostRecord } from '../../content/records.ts'
import { BadRequestError } from '../../errors.ts'
import { listOptions, selectPosts } from '../../queries/list-query.ts'
import { listAnswer, type PostList } from '../../queries/list-text.ts'
import type { QueryContext } from '../../queries/query-context.ts'
import { defineRead, optionalParam } from '../../queries/read.ts'

/** Further search words are ignored. */
const WORDS_MAX = 10

const adminOptions = listOptions.extend({
  id: text.optional().describe('One post, drafts and scheduled ones too'),
  q: text
    .default('')
    .transform((words) => words.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX))
    .describe('All words must occur in the title, tags or id'),
  type: nameOption('type', POST_TYPES),
  state: nameOption('state', POST_STATES),
})

export const listAdminPosts = defineRead({
  tag: 'Posts',
  summary: 'Every post, drafts and scheduled ones included',
  query: adminOptions,
  data: z.array(postSchema),
  meta: postListMetaSchema,
  list: adminList,
  answer: (input) => listAnswer(adminList(input), input.context),
})

interface ListInput {
  query: z.output<typeof adminOptions>
  context: QueryContext
}

function adminList({ query, context: { snapshot, now } }: ListInput): PostList {
  return selectPosts(filterPosts(snapshot.allPosts, query, now), query, snapshot)
}

/** One of the names; null when absent or empty. */
function nameOption<Name extends string>(name: string, names: readonly Name[]) {
  return optionalParam((value) => {
    const match = names.find((one) => one === value)
    if (match !== undefined || value === '') return match ?? null
    throw new BadRequestError(`The ${name} must be one of ${names.join(', ')}.`)
  }).describe(`One of ${names.join(', ')}`)
}

/** Filters posts by the options. @param now milliseconds since 1970 */
function filterPosts(
  posts: readonly PostRecord[],
  { id, q: words, type, state }: z.output<typeof adminOptions>,
  now: number,
): readonly PostRecord[] {
  if (!id && words.length === 0 && !type && !state) return posts
  return posts.filter(
    (post) =>
      (!id || post.id === id) &&
      (type === null || post.type === type) &&
      (state === null || postState(post, now) === state) &&
      (words.length === 0 || hasWords(post, words)),
  )
}

function hasWords({ title, tags, id }: PostRecord, words: readonly string[]): boolean {
  const text = `${title}\n${tags.join('\n')}\n${id}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
