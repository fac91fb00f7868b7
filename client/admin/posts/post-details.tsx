/** What goes with a post's text: type, tags, flags, date, description, project. */
import { useState } from 'react'
import type { ProjectsAnswer } from '#domain/answers/public-answers.ts'
import { FORM_POST_TYPES } from '#domain/post.ts'
import { useApp } from '../../app-context.ts'
import { useQuery } from '../../data/use-query.ts'
import { Check, ChoiceField, DateField, LongTextField } from '../forms/inputs.tsx'
import { PostAddress } from './post-address.tsx'
import { dateWords, type FormPostType, type PostFields } from './post-form.ts'
import { changePost, isHidden, isToPublish, type PostEditing } from './post-rules.ts'
import { PreviewLinkField } from './preview-link.tsx'
import { TagPicker } from './tag-picker.tsx'

const TYPE_WORDS: Record<FormPostType, string> = { short: 'Short', essay: 'Essay', link: 'Link' }

export function PostDetails({ form }: { form: PostEditing }) {
  const { site } = useApp()
  const { draft, faults } = form
  const change = (fields: Partial<PostFields>) => changePost(form, fields)
  const { fields, postId } = draft
  return (
    <div className="editor-side">
      <ChoiceField
        label="Type"
        name="type"
        value={fields.type}
        choices={FORM_POST_TYPES.map((type) => [type, TYPE_WORDS[type]])}
        fault={faults.type}
        onChange={(type) => change({ type })}
      />
      <TagPicker tags={fields.tags} fault={faults.tags} onChange={(tags) => change({ tags })} />
      <div className="editor-checks">
        <Check
          label="Featured"
          checked={fields.featured}
          onChange={(featured) => change({ featured })}
        />
        {!isToPublish(draft) && (
          <Check label="Draft" checked={fields.draft} onChange={(draft) => change({ draft })} />
        )}
      </div>
      {draft.postId !== null && isHidden(draft, site.time_zone) && (
        <PreviewLinkField post={{ id: draft.postId, title: fields.title }} />
      )}
      <DateField
        label="Date"
        name="date"
        type="datetime-local"
        value={fields.date}
        fault={faults.date}
        hint={dateWords(fields, { now: Date.now(), timeZone: site.time_zone })}
        onChange={(date) => change({ date })}
      />
      <LongTextField
        label="Description"
        name="description"
        rows={3}
        value={fields.description}
        fault={faults.description}
        hint="For search engines and feeds. Empty: the first words of the text."
        onChange={(description) => change({ description })}
      />
      <ProjectChoice form={form} />
      {postId !== null && <PostAddress form={form} postId={postId} />}
    </div>
  )
}

/** The project that the post is evidence for; one that is gone stays a choice while it is set. */
function ProjectChoice({ form }: { form: PostEditing }) {
  const { draft, faults } = form
  const { answer } = useQuery<ProjectsAnswer>('/deadline-projects')
  const { project } = draft.fields
  const [first] = useState(project)
  const listed = (answer?.data ?? []).map(({ id, title }) => [id, title] as const)
  const gone = [...new Set([first, project])]
    .filter((id) => id !== '' && !listed.some(([known]) => known === id))
    .map((id) => [id, id] as const)
  return (
    <ChoiceField
      label="Evidence for"
      name="project"
      value={project}
      choices={[['', 'No project'], ...gone, ...listed]}
      fault={faults.project}
      onChange={(id) => changePost(form, { project: id })}
    />
  )
}
