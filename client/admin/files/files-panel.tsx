/**
 * The page Files: content files without a form. Its text editor also repairs unreadable files from
 * Activity.
 */
import { useEffect, useRef } from 'react'
import type { ContentText, SiteFile } from '#domain/answers/repair-answers.ts'
import { RESOURCE_PAGE_TITLES } from '#domain/site.ts'
import { FieldTable } from '../forms/field-table.ts'
import { Field, onSaveKey, RestoredNotice, SaveState } from '../forms/fields.tsx'
import { type FormRules, useForm } from '../forms/use-form.ts'
import { PanelHead } from '../frame/panel-head.tsx'
import { Button, ReadList, ReadState, Row } from '../frame/parts.tsx'
import { useLiveRead, useRead } from '../frame/use-read.ts'
import { selectLine } from '../text/text-commands.ts'
import { FormConflict } from '../versions/two-texts.tsx'

/** Name and hint of a file by path. */
const FILES: Record<string, readonly [name: string, hint: string]> = {
  'about.md': [
    'About page',
    'Markdown. The areas of exploration stand at the top, between the dashes.',
  ],
  'site.yaml': [
    'Site settings',
    'Keys: brand, title, description, author (name, url), language, time_zone, footer (label, url), repository, rest_days, streak, math.',
  ],
  'tags.yaml': ['Tags', 'A list of name and color: tag-gray, tag-rose, tag-amber, tag-teal …'],
  ...Object.fromEntries(
    Object.entries(RESOURCE_PAGE_TITLES).map(([id, title]) => [
      `resources/${id}.yaml`,
      [
        title,
        'title, intro, and items, each with title, category, badge (Recommended or Free), description and url.',
      ],
    ]),
  ),
}

export function FilesPanel() {
  const read = useLiveRead<readonly SiteFile[]>('/files/site')
  return (
    <>
      <PanelHead title="Files" />
      <ReadList name="files" read={read}>
        {fileRow}
      </ReadList>
    </>
  )
}

function fileRow({ path, is_there, problems }: SiteFile) {
  const [name, hint] = FILES[path] ?? [path, '']
  const content = (close: () => void) => <TextFile path={path} hint={hint} onClose={close} />
  return (
    <Row key={path} about={name} actions={[{ label: 'Edit', content }]}>
      <p className="meta">
        <span>{path}</span>
        {!is_there && <span>not there yet</span>}
        {problems.length > 0 && <span className="status tone-orange">needs repair</span>}
      </p>
    </Row>
  )
}

interface TextFileProps {
  path: string
  /** Line to select at the start. */
  line?: number | null
  /** Description of the file. */
  hint?: string | undefined
  onClose: () => void
}

export function TextFile({ path, ...props }: TextFileProps) {
  const read = useRead<ContentText>(`/files?path=${encodeURIComponent(path)}`)
  return read.data ? (
    <OpenFile file={read.data} {...props} />
  ) : (
    <ReadState read={read} name={path} />
  )
}

interface FileFields {
  path: string
  text: string
}

const FILE_RULES: FormRules<FileFields, ContentText> = {
  table: new FieldTable<FileFields, ContentText>({
    path: { label: 'File', empty: '', read: ({ path }) => path, isSent: () => true },
    text: { label: 'Text', empty: '', read: ({ text }) => text, isLong: true },
  }),
  nameOf: (file) => `file:${file?.path}`,
  pathOf: () => '/files',
  method: 'PUT',
  savedWords: (file, { version }) => savedToast(file, (version?.problems.length ?? 0) > 0),
  failedWords: () => 'Failed to save the file',
  conflictOf(body) {
    // For a file the API answers the current version and the text of the common base.
    const { current, base } = body as unknown as {
      current: ContentText | null
      base: string | null
    }
    return { current, base: current && base !== null ? { ...current, text: base } : null }
  },
}

function savedToast({ path, problems }: ContentText, hadProblems: boolean) {
  const [first, ...others] = problems
  if (first === undefined) {
    return hadProblems
      ? { title: 'Repaired', description: `${path} has no problem any more.` }
      : { title: 'Saved', description: `${path} is as you wrote it.` }
  }
  const place = first.line === null ? '' : `line ${first.line}: `
  const more = others.length === 0 ? '' : ` And ${others.length} more.`
  return {
    title: 'Saved, with a problem left',
    description: `${path}, ${place}${first.reason}${more}`,
  }
}

type OpenFileProps = Omit<TextFileProps, 'path'> & { file: ContentText }

function OpenFile({ file, line = null, hint, onClose }: OpenFileProps) {
  const form = useForm(FILE_RULES, file)
  const box = useRef<HTMLDivElement>(null)
  const refusal = form.error?.body.code === 'unreadable_text' ? form.error : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal selects its line
  useEffect(() => {
    const to = refusal?.body.line ?? line
    const area = box.current?.querySelector<HTMLTextAreaElement>('textarea.file-area')
    if (area && typeof to === 'number') selectLine(area, to)
  }, [form.error])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut works from anywhere in it
    <div ref={box} className="box stack" onKeyDown={onSaveKey(() => form.save())}>
      <RestoredNotice form={form} />
      <FormConflict form={form} subject="file" />
      <Field label={file.path} hint={hint}>
        <textarea
          className="input file-area"
          rows={20}
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
      <div className="row">
        <Button
          isPrimary
          disabled={form.saving || !form.unsaved}
          title="Ctrl+S saves too"
          onClick={() => void form.save()}
        >
          Save file
        </Button>
        <Button onClick={onClose}>Close</Button>
        <SaveState form={form} />
      </div>
    </div>
  )
}
