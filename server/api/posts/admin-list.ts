/**
 * Every post, for the admin alone. Filtered here rather than in the browser, so that of ten
 * thousand posts fifty are sent.
 */
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
import { option, read } from '../../queries/read.ts'

/** Search words beyond these are not looked at. */
const WORDS_MAX = 10

const adminOptions = listOptions.extend({
  id: text.optional().meta({ description: 'One post, drafts and scheduled ones too' }),
  q: text
    .default('')
    .transform((words) => words.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX))
    .meta({ description: 'Words, each of which stands in the title, a tag or the id' }),
  type: nameOption('type', POST_TYPES),
  state: nameOption('state', POST_STATES),
})

export const listAdminPosts = read({
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

/** One of some names; absent and empty are alike. */
function nameOption<Name extends string>(name: string, names: readonly Name[]) {
  return option((value) => {
    const known = names.find((known) => known === value)
    if (known !== undefined || value === '') return known ?? null
    throw new BadRequestError(`The ${name} must be one of ${names.join(', ')}.`)
  }).meta({ description: `One of ${names.join(', ')}` })
}

/** The posts that the options leave, in their order. @param now milliseconds since 1970 */
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
