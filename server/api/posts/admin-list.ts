/** The admin's list of all posts, filtered here, so that fifty of ten thousand posts are sent. */
import { text } from '#domain/answers/parts.ts'
import { POST_STATES, POST_TYPES, postState } from '#domain/post.ts'
import type { PostRecord } from '../../content/records.ts'
import { defineListRead, listOptions } from '../../queries/list-query.ts'
import { wordParam } from '../../queries/read.ts'

/** Further search words are ignored. */
const WORDS_MAX = 10

const adminOptions = listOptions.extend({
  id: text.optional().describe('One post, drafts and scheduled ones too'),
  q: text
    .default('')
    .transform((words) => words.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX))
    .describe('All words must occur in the title, tags, id or text'),
  type: wordParam('type', POST_TYPES),
  state: wordParam('state', POST_STATES),
})

export const listAdminPosts = defineListRead({
  summary: 'Every post, drafts and scheduled ones included',
  query: adminOptions,
  select({ query: { id, q: words, type, state }, context: { snapshot, now } }) {
    const posts = snapshot.allPosts.filter(
      (post) =>
        (!id || post.id === id) &&
        (type === null || post.type === type) &&
        (state === null || postState(post, now) === state) &&
        hasWords(post, words),
    )
    return { posts }
  },
})

function hasWords({ title, tags, id, content }: PostRecord, words: readonly string[]): boolean {
  const text = `${title}\n${tags.join('\n')}\n${id}\n${content}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
