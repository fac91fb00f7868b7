/** The fields of a post, one row each, for form, request body, merge and comparison. */
import type { Answer } from '#domain/answers/public-answers.ts'
import { formatFullDay } from '#domain/days/day.ts'
import { formatInstant } from '#domain/days/zone.ts'
import { IMAGE_TYPES } from '#domain/image.ts'
import { FORM_POST_TYPES, type Post } from '#domain/post.ts'
import type { Project } from '#domain/project.ts'
import { formatChange } from '#domain/texts/amounts.ts'
import { useQuery } from '../../app-context.ts'
import { TYPE_LABELS } from '../../components/post-card.tsx'
import { PROJECTS_QUERY } from '../../start/page-queries.ts'
import { type ControlProps, FieldTable, type FormState } from '../forms/field-table.ts'
import {
  CheckField,
  Choice,
  Field,
  LineField,
  LinesField,
  lineField,
  MomentField,
  TitleField,
} from '../forms/fields.tsx'
import { NUMBER, numberText } from '../forms/typed-number.ts'
import { Button } from '../frame/parts.tsx'
import { hasPlaceholder, uploadImage } from '../text/images.ts'
import { TagPicker } from './tag-picker.tsx'

export interface PostFields {
  type: (typeof FORM_POST_TYPES)[number]
  title: string
  url: string
  /** Address of the cover image, or empty. */
  image_url: string
  image_alt: string
  content: string
  tags: readonly string[]
  featured: boolean
  draft: boolean
  /** `YYYY-MM-DDTHH:MM` in the site's zone; empty: now. */
  date: string
  /** Empty: the start of the text. */
  description: string
  /** Id of the deadline project, or empty. */
  project: string
  /** What it counts for the project, as typed. */
  amount: string
}

export type PostState = FormState<PostFields, Post>

/** The fields of a post, with dates in `timeZone`. @param projectOf the loaded project of an id */
export function postFields(
  timeZone: string,
  projectOf: (id: string) => Project | undefined = () => undefined,
): FieldTable<PostFields, Post> {
  return new FieldTable<PostFields, Post>({
    type: {
      label: 'Type',
      slot: 'side',
      empty: 'short',
      // A type that the form does not offer shows as short; the file keeps it until it is changed.
      read: ({ type }) => FORM_POST_TYPES.find((known) => known === type) ?? 'short',
      Control: TypeChoice,
    },
    title: {
      label: 'Title',
      slot: 'text',
      Control: TitleField,
      emptyFault: 'Enter a title.',
      toSend: (title) => title.trim().replace(/\s*[\r\n]+\s*/g, ' '),
    },
    url: {
      label: 'URL',
      slot: 'text',
      Control: LinkField,
      emptyFault: 'A link post needs its address.',
      isShown: ({ fields }) => fields.type === 'link',
      toSend: (url, { type }) => (type === 'link' ? url.trim() : undefined),
    },
    image_url: {
      label: 'Cover image',
      slot: 'more',
      Control: CoverField,
      hint: ({ fields }) => fields.image_url || 'Above the text, and on the cards of shared links.',
    },
    image_alt: {
      label: 'Image description',
      slot: 'more',
      Control: LineField,
      isShown: ({ fields }) => fields.image_url !== '',
    },
    content: {
      label: 'Content',
      emptyFault: 'Enter a text.',
      isLong: true,
      toSend: trimmedText,
      check: (content) =>
        hasPlaceholder(content)
          ? 'An image upload was interrupted: add it again, or remove its line “![Uploading …]()”.'
          : undefined,
    },
    tags: {
      label: 'Tags',
      slot: 'side',
      empty: [],
      read: ({ tags }) => tags.map(({ name }) => name),
      Control: TagPicker,
    },
    featured: { label: 'Featured', slot: 'flags', empty: false, Control: CheckField },
    draft: {
      label: 'Draft',
      slot: 'flags',
      empty: false,
      Control: CheckField,
      // An unpublished post has two save buttons instead.
      isShown: (state) => !isUnpublished(state),
    },
    date: {
      label: 'Date',
      slot: 'more',
      read: ({ created_at }) => localDateTime(Date.parse(created_at), timeZone),
      Control: MomentField,
      hint: (state) => dateHint(state, timeZone),
      toSend: (date) => date || null,
      // Without a date, the server dates a published draft now; a future date is sent to keep it.
      isSent: ({ version, savedFields, fields }) =>
        version !== null && savedFields.draft && !fields.draft && isFuture(fields.date, timeZone),
    },
    description: {
      label: 'Description',
      slot: 'more',
      read: (post) => (isFromText(post) ? '' : post.description),
      Control: LinesField,
      hint: () => 'For search engines and feeds. Empty: the first words of the text.',
    },
    project: { label: 'Evidence for', slot: 'project', Control: ProjectChoice },
    amount: {
      label: 'Amount',
      labelFor({ fields }) {
        const unit = projectOf(fields.project)?.unit ?? null
        return unit === null ? 'Amount' : `Amount (${unit})`
      },
      slot: 'project',
      read: ({ amount }) => numberText(amount),
      ...NUMBER,
      isShown: ({ fields }) => (projectOf(fields.project)?.goal ?? null) !== null,
      hint: ({ fields }) => eachHint(projectOf(fields.project)),
    },
  })
}

/** Trims a text, but keeps the indent of the first line, which may mark code. */
function trimmedText(text: string): string {
  const lines = text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()
  return /^(?: {4}|\t)/.test(lines) ? lines : lines.trimStart()
}

/** Whether the description is generated from the text. */
function isFromText({ description, preview }: Post): boolean {
  return preview.startsWith(description.replace(/\u2026$/, '').trimEnd())
}

/** An instant as `YYYY-MM-DDTHH:MM`. */
function localDateTime(instant: number, timeZone: string): string {
  return formatInstant(instant, timeZone).slice(0, 16)
}

/** Whether the form's date is in the future. */
export function isFuture(date: string, timeZone: string): boolean {
  return date > localDateTime(Date.now(), timeZone)
}

/** Whether the saved post is not public: it is new, or a draft. */
export function isUnpublished({ version, savedFields }: PostState): boolean {
  return version === null || savedFields.draft
}

/** The date that a save would give the post, in words. */
function dateHint(state: PostState, timeZone: string): string {
  const { fields, savedFields } = state
  const { date } = fields
  const now = localDateTime(Date.now(), timeZone)
  const today = formatFullDay(now.slice(0, 10))
  if (date === '') {
    return `Empty: now, ${today}. A later date schedules the post (${timeZone} time).`
  }
  const moment = `${formatFullDay(date.slice(0, 10))}, ${date.slice(11)} (${timeZone})`
  if (date > now) {
    return isUnpublished(state)
      ? `${moment}, once you schedule it`
      : `Appears by itself on ${moment}`
  }
  const isRedated = state.version !== null && savedFields.draft && date === savedFields.date
  return isRedated ? `Written on ${moment}. Published, it is dated now: ${today}.` : moment
}

const TYPE_CHOICES = FORM_POST_TYPES.map((type) => [type, TYPE_LABELS[type]] as const)

function TypeChoice(field: ControlProps<PostFields['type']>) {
  return <Choice {...field} choices={TYPE_CHOICES} />
}

/** Comes into view when the type is chosen, which on a phone is far below it. */
const LinkField = lineField(
  <input
    type="url"
    placeholder="https://"
    ref={(field) => field?.scrollIntoView({ block: 'nearest' })}
  />,
)

/** The image above the text, uploaded like those in it. */
function CoverField({ label, value, fault, hint, onChange, saveAfter }: ControlProps<string>) {
  const upload = async (file: File) => {
    const path = await uploadImage(file)
    if (path !== null) onChange(path)
  }
  return (
    <>
      <Field label={label} fault={fault} hint={hint}>
        <input
          type="file"
          className="input"
          accept={IMAGE_TYPES.join()}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // The same file may be chosen again.
            target.value = ''
            if (file) saveAfter(upload(file))
          }}
        />
      </Field>
      {value !== '' && (
        <div className="row">
          <Button isSmall onClick={() => onChange('')}>
            Remove image
          </Button>
        </div>
      )}
    </>
  )
}

/** What a post without an amount counts; nothing to say where that is none. */
function eachHint(project: Project | undefined): string | undefined {
  if (!project?.each) return undefined
  return `Empty: ${formatChange(project.each, project.unit)}.`
}

/** Select of the project; a deleted project stays an option while it is set. */
function ProjectChoice(field: ControlProps<string>) {
  const { answer } = useQuery<Answer<readonly Project[]>>(PROJECTS_QUERY)
  const listed = (answer?.data ?? []).map(({ id, title }) => [id, title] as const)
  const gone = [...new Set([field.savedValue, field.value])]
    .filter((id) => id !== '' && !listed.some(([known]) => known === id))
    .map((id) => [id, id] as const)
  return <Choice {...field} choices={[['', 'No project'], ...gone, ...listed]} />
}
