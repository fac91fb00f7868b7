/** How a quick post is saved: as any short post, its title out of its text. */
import type { Post } from '#domain/post.ts'
import { postHref } from '../../components/post-card.tsx'
import { draftKey, type PostDraft, takeDraft, waitingDrafts } from '../forms/drafts.ts'
import type { FormRules } from '../forms/use-form.ts'
import { isSameForm, NEW_POST, type PostFields, postFaults } from '../posts/post-form.ts'
import { postRules } from '../posts/post-rules.ts'
import { splitFirstLine } from './first-line.ts'

/** The rules of the composer, whose text is the post's title and its content in one. */
export function quickRules(timeZone: string): FormRules<PostDraft, Post> {
  const rules = postRules(timeZone)
  return {
    ...rules,
    faultsOf: ({ fields }) => faultOf(quickFields(fields)),
    send: (draft, force) => rules.send({ ...draft, fields: quickFields(draft.fields) }, force),
    savedWords: (post, sent) => ({
      ...rules.savedWords(post, sent),
      link: { label: 'See', href: postHref(post.id) },
    }),
  }
}

/** The post that a typed text makes: a first line of its own is the title. */
function quickFields(fields: PostFields): PostFields {
  const { title, rest } = splitFirstLine(fields.content)
  return { ...fields, title, content: rest || fields.content }
}

/** The composer has one field for all that can be wrong. */
function faultOf(fields: PostFields): { content?: string } {
  const { content, title } = postFaults(fields)
  const fault = content ?? title
  return fault === undefined ? {} : { content: fault }
}

/** The text that waits in this browser and has nothing but words yet, else an empty one. */
export async function openQuickPost(): Promise<PostDraft> {
  const waiting = (await waitingDrafts('post')).find(isQuick)
  const taken = waiting && (await takeDraft(waiting))
  return (
    taken?.draft ?? {
      ...{ kind: 'post', key: draftKey(), keptAt: Date.now() },
      ...{ postId: null, revision: null, start: null, fields: NEW_POST, typeTouched: false },
    }
  )
}

function isQuick({ postId, fields }: PostDraft): boolean {
  return postId === null && isSameForm(fields, { ...NEW_POST, content: fields.content })
}
