/**
 * The page Files: content files without a form, and new pages. Its text editor also repairs
 * unreadable files from Activity.
 */
import { useEffect, useRef } from 'react'
import type { ContentText, SiteFile } from '#domain/answers/repair-answers.ts'
import { RESOURCE_PAGE_TITLES } from '#domain/site.ts'
import { FieldTable } from '../forms/field-table.ts'
import { Field, onFormKey, RestoredNotice, SaveState } from '../forms/fields.tsx'
import { unsavedOfKind } from '../forms/unsaved.ts'
import { type FormRules, useForm } from '../forms/use-form.ts'
import { openForm, usePanelAddress } from '../frame/panel-address.ts'
import {
  Button,
  CREATE_BUTTON,
  Read,
  ReadList,
  Row,
  UnsavedTexts,
  useFocusBack,
} from '../frame/parts.tsx'
import { PanelHead } from '../panel-head.tsx'
import { selectLine } from '../text/text-commands.ts'
import { Preview } from '../text/text-editor.tsx'
import { FormConflict } from '../versions/two-texts.tsx'

/** Name and hint of a file by path. */
const FILES: Record<string, readonly [name: string, hint: string]> = {
  'about.md': [
    'About page',
    'Markdown. The areas of exploration are in the front matter, between the lines of ---.',
  ],
  'site.yaml': [
    'Site settings',
    'Keys: brand, title, description, author (name, url, email, image, fediverse), language, time_zone, menu (label, path or items), footer (label, url, me), accent, math, repository, streak, rest_days, breaks (from, to, reason), weekly_target, remind (at, deadlines), replies, webmention, bridge, standard_site.',
  ],
  'tags.yaml': ['Tags', 'A list of name and color: tag-gray, tag-rose, tag-amber, tag-teal …'],
}

const RESOURCES_HINT =
  'title, intro, and items, each with title, category, badge (Recommended or Free), description and url.'
const PAGE_HINT =
  'Markdown. Between the lines of ---: title, description, aliases, and draft: true while nobody else may see it.'

function nameAndHint(path: string): readonly [name: string, hint: string] {
  const [, folder, id = ''] = /^(\w+)\/(.*)\.\w+$/.exec(path) ?? []
  if (folder === 'pages') return [`Page /${id}`, PAGE_HINT]
  const titles = RESOURCE_PAGE_TITLES
  return FILES[path] ?? [titles[id] ?? path, folder === 'resources' ? RESOURCES_HINT : '']
}

const LIST = '/admin/files'

/** The list of files, or the file that `?edit=` names. */
export function FilesPanel() {
  const { search, close } = usePanelAddress(LIST)
  const path = new URLSearchParams(search).get('edit')
  useFocusBack(path)
  return (
    <>
      <PanelHead title="Files">
        {path === null && (
          <Button isPrimary id={CREATE_BUTTON} onClick={addPage}>
            New Page
          </Button>
        )}
      </PanelHead>
      {path === null ? (
        <>
          <UnsavedTexts list={LIST} texts={unsavedOfKind('file:').map(editOf)} />
          <ReadList<SiteFile> path="/files/site" name="files">
            {fileRow}
          </ReadList>
        </>
      ) : (
        <TextFile key={path} path={path} hint={nameAndHint(path)[1]} onClose={close} />
      )}
    </>
  )
}

function addPage(): void {
  const id = prompt('Address of the page, as now for /now: small letters, digits and dashes.')
  const name = id?.trim().replace(/^\//, '')
  if (name) openForm(LIST, editOf(`pages/${name}.md`)[1])
}

/** The form of a file: its label and query. */
const editOf = (path: string) => [path, `edit=${encodeURIComponent(path)}`] as const

function fileRow({ path, is_there, problems }: SiteFile) {
  const [name] = nameAndHint(path)
  const query = editOf(path)[1]
  return (
    <Row
      key={path}
      subject={name}
      href={`${LIST}?${query}`}
      actions={[{ label: 'Edit', id: `edit-${path}`, onClick: () => openForm(LIST, query) }]}
    >
      <p className="meta">
        <span>{path}</span>
        {!is_there && <span>does not exist yet</span>}
        {problems.some(({ warning }) => !warning) && (
          <span className="status tone-orange">needs repair</span>
        )}
      </p>
    </Row>
  )
}

interface TextFileProps {
  path: string
  /** Line to select at the start. */
  line?: number | null
  hint?: string | undefined
  onClose: () => void
}

export function TextFile({ path, ...props }: TextFileProps) {
  return (
    <Read<ContentText> path={`/files?path=${encodeURIComponent(path)}`} name={path} isForForm>
      {(file) => <OpenFile file={file} {...props} />}
    </Read>
  )
}

interface FileFields {
  path: string
  text: string
}

const FILE_RULES: FormRules<FileFields, ContentText> = {
  table: new FieldTable<FileFields, ContentText>({
    path: { label: 'File', isSent: () => true },
    text: {
      label: 'Text',
      isLong: true,
      toSend: (text) => text,
      // A new page may stay as it begins.
      isSent: ({ revision }) => revision === null,
    },
  }),
  nameOf: (file) => `file:${file?.path}`,
  pathOf: () => '/files',
  method: 'PUT',
  savedToast: (file, { version }) => toastOf(file, (version?.problems.length ?? 0) > 0),
  failedTitle: () => 'Failed to save the file',
}

function toastOf({ path, problems }: ContentText, hadProblems: boolean) {
  const [first, ...rest] = problems
  if (first === undefined) {
    return hadProblems
      ? { title: 'Repaired', description: `${path} can be read again.` }
      : { title: 'Saved', description: `${path} has been saved.` }
  }
  const place = first.line === null ? '' : `line ${first.line}: `
  const remaining = rest.length === 0 ? '' : ` And ${rest.length} more.`
  return {
    title: 'Saved, with a problem left',
    description: `${path}, ${place}${first.reason}${remaining}`,
  }
}

function newPage({ path, revision }: ContentText): Partial<FileFields> {
  const id = /^pages\/(.*)\.md$/.exec(path)?.[1]
  if (!id || revision !== null) return {}
  const title = id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ')
  return { text: `---\ntitle: ${title}\n---\n\n` }
}

const FRONT_MATTER = /^---\n(?:.*\n)*?---\n/
/** Keeps line ends, so that warnings have the lines of the file. */
const emptyLines = (text: string) => text.replace(/.+/g, '')

type OpenFileProps = Omit<TextFileProps, 'path'> & { file: ContentText }

function OpenFile({ file, line = null, hint, onClose }: OpenFileProps) {
  const form = useForm(FILE_RULES, { version: file, initial: newPage(file) })
  const box = useRef<HTMLDivElement>(null)
  const refusal = form.error?.body.code === 'unreadable_text' ? form.error : null
  useEffect(() => {
    const area = box.current?.querySelector('textarea')
    area?.focus({ preventScroll: true })
    // A new page has its first lines.
    if (file.revision === null) area?.setSelectionRange(area.value.length, area.value.length)
  }, [file])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal selects its line
  useEffect(() => {
    const to = refusal?.body.line ?? line
    const area = box.current?.querySelector<HTMLTextAreaElement>('textarea.file-area')
    if (area && typeof to === 'number') selectLine(area, to)
  }, [form.error])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut works from anywhere in it
    <div ref={box} className="stack" onKeyDown={onFormKey(() => form.save())}>
      <RestoredNotice form={form} />
      <FormConflict form={form} subject="file" />
      <Field label={file.path} hint={hint}>
        <textarea
          className="input file-area"
          wrap={file.path.endsWith('.md') ? 'soft' : 'off'}
          spellCheck={false}
          autoCapitalize="off"
          value={form.fields.text}
          onChange={(event) => form.change({ text: event.target.value })}
        />
      </Field>
      {refusal && (
        <p className="conflict box" role="alert">
          {refusal.message}
        </p>
      )}
      <div className="row editor-actions">
        <Button isPrimary title="Ctrl+S saves too" onClick={() => void form.save()}>
          Save file
        </Button>
        <Button onClick={onClose}>Close</Button>
        <SaveState form={form} />
      </div>
      {/^(?:pages\/|about)/.test(file.path) && (
        <Preview title="" text={form.fields.text.replace(FRONT_MATTER, emptyLines)} />
      )}
    </div>
  )
}
