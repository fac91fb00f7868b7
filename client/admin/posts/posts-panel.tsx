/** The blog admin: the list of posts or an editor, depending on the address. */
import { useState } from 'react'
import type { DeletedPost, TagChange, TagUse } from '#domain/answers/admin-answers.ts'
import { FORM_POST_TYPES, type Post } from '#domain/post.ts'
import { tagKey } from '#domain/tag.ts'
import { Empty } from '../../components/frame/parts.tsx'
import { readUnsaved } from '../forms/unsaved.ts'
import { write } from '../frame/messages.ts'
import { openForm, usePanelAddress } from '../frame/panel-address.ts'
import {
  Button,
  CREATE_BUTTON,
  FoldedList,
  MomentText,
  Read,
  Row,
  useFocusBack,
} from '../frame/parts.tsx'
import { PanelHead } from '../panel-head.tsx'
import { sharedPost } from './new-post.ts'
import { restoreDeleted } from './post-calls.ts'
import { PostEditor, type PostEditorProps } from './post-editor.tsx'
import type { PostFields } from './post-fields.tsx'
import { NEW_POST, PostList } from './post-list.tsx'

const LIST = '/admin/blog'

/** The editor that the address opens: of a post by id, or of a new one; null for the list. */
function openedBy(search: string): { id: string | null; initial: Partial<PostFields> } | null {
  const parameters = new URLSearchParams(search)
  const id = parameters.get('edit')
  if (id) return { id, initial: {} }
  const shared = sharedPost(parameters)
  if (shared) return { id: null, initial: shared }
  if (!parameters.has('new')) return null
  const type = FORM_POST_TYPES.find((known) => known === parameters.get('type'))
  return { id: null, initial: type ? { type } : {} }
}

export function PostsPanel() {
  const { search, rename, close } = usePanelAddress(LIST)
  const opened = openedBy(search)
  // After a create or rename the address changes; this maps it to the form that stays open.
  const [forms] = useState(() => new Map<string, string>())
  const key = forms.get(search) ?? search
  useFocusBack(opened && (opened.id ?? ''))
  return (
    <>
      {opened && (
        <OpenPost
          key={key}
          id={opened.id}
          initial={opened.initial}
          newName={NEW_POST + (search.startsWith('new') ? 'new' : search)}
          onClose={close}
          onReopen={() => openForm(LIST, search)}
          onId={(id) => {
            const to = `edit=${encodeURIComponent(id)}`
            forms.set(to, key)
            rename(to)
          }}
        />
      )}
      {!opened && (
        <>
          <PanelHead title="Blog Admin">
            <Button isPrimary id={CREATE_BUTTON} onClick={() => openForm(LIST, 'new')}>
              Create New Post
            </Button>
          </PanelHead>
          <PostList />
          <FoldedList<DeletedPost> title="Deleted posts" path="/posts/deleted" name="deleted posts">
            {deletedRow}
          </FoldedList>
          <FoldedList<TagUse> title="Tags" path="/tags" name="tags">
            {tagRow}
          </FoldedList>
          <section className="row row-apart tags-reset" aria-label="Default tags">
            <p className="admin-hint" id="tags-reset-words">
              A reset makes the list of tags the nine areas of the about page, each with its colour.
              Posts and projects keep their tags.
            </p>
            <Button aria-describedby="tags-reset-words" onClick={resetTags}>
              Reset Tags
            </Button>
          </section>
        </>
      )}
    </>
  )
}

type OpenPostProps = Omit<PostEditorProps, 'post'> & { id: string | null }

function OpenPost({ id: openedId, ...props }: OpenPostProps) {
  // A rename must not remount the open form.
  const [id] = useState(openedId)
  if (id === null) return <PostEditor post={null} {...props} />
  const name = `post:${id}`
  const path = `/posts/admin?id=${encodeURIComponent(id)}`
  const notFound = (
    <>
      <PanelHead title="Blog Admin" />
      <Empty title="Post not found" />
      <a className="button" href={LIST}>
        Back to the list
      </a>
    </>
  )
  return (
    <Read<Post[]> path={path} name="the post" isForForm>
      {([post]) => {
        if (post) return <PostEditor post={post} {...props} />
        const isUnsaved = readUnsaved(name) !== null
        return isUnsaved ? <PostEditor post={null} isGone {...props} newName={name} /> : notFound
      }}
    </Read>
  )
}

function deletedRow(post: DeletedPost) {
  return (
    <Row
      key={post.commit + post.id}
      subject={post.title}
      actions={[{ label: 'Restore', onClick: () => restoreDeleted(post) }]}
    >
      <p className="meta">
        <span>
          Deleted <MomentText at={post.deleted_at} />
        </span>
      </p>
    </Row>
  )
}

function resetTags() {
  return write<{ count: number }>({
    method: 'POST',
    path: '/posts/tags/reset',
    saved: ({ count }) => ({
      title: 'Tags reset!',
      description: `Successfully added ${count} default tags.`,
    }),
    failed: 'Failed to reset tags',
  })
}

function tagRow({ name, files }: TagUse) {
  const where = fileCount(files)
  return (
    <Row
      key={tagKey(name)}
      subject={name}
      actions={[{ label: 'Rename', onClick: () => renameTag(name, where) }]}
    >
      <p className="meta">{where}</p>
    </Row>
  )
}

/** Renames a tag in all files by one commit; the name of another tag merges the two. */
function renameTag(name: string, where: string) {
  const to = prompt(`A name for “${name}” ${where}. The name of another tag merges the two.`, name)
  if (to === null || to.trim() === '' || to.trim() === name) return
  return write<TagChange>({
    method: 'PATCH',
    path: '/tags',
    body: { name, to: to.trim() },
    saved: ({ name, files, left_out }) => {
      const left = left_out.length === 0 ? '' : ` Skipped: ${left_out.join(', ')}.`
      return { title: 'Tag changed', description: `${name}: changed ${fileCount(files)}.${left}` }
    },
    failed: 'Failed to change the tag',
  })
}

const fileCount = (count: number) => (count === 1 ? 'in 1 file' : `in ${count} files`)
