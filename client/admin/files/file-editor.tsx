/** A content file as text, to repair what cannot be read or to change what has no form. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ContentText } from '#domain/answers/repair-answers.ts'
import { mergeTexts } from '../conflicts/merge-texts.ts'
import { FormConflictBox, TwoTexts } from '../conflicts/two-texts.tsx'
import { draftKey, type FileDraft, forgetDraft, takeDraft, waitingDrafts } from '../forms/drafts.ts'
import { onSaveKey } from '../forms/editor-bar.tsx'
import { Check } from '../forms/inputs.tsx'
import { type Form, useForm } from '../forms/use-form.ts'
import { MomentText } from '../frame/time-text.tsx'
import { useLoaded } from '../frame/use-loaded.ts'
import { FILE_RULES, type FileConflictTexts, type Refusal, refusalOf } from './file-rules.ts'
import { LinedText, type LinedTextHandle } from './lined-text.tsx'

interface FileEditorProps {
  path: string
  /** Where to begin; null for the top. */
  line?: number | null
  /** A text to begin with instead of the file's own. */
  startText?: string
  /** What the file holds, for a person. */
  hint?: string | undefined
  onClose: () => void
  onSaved?: () => void
}

export function FileEditor({ path, startText, ...more }: FileEditorProps) {
  const { data, fault } = useLoaded<ContentText>(`/files?path=${encodeURIComponent(path)}`)
  const [opened, setOpened] = useState<FileDraft | null>(null)
  const [kept, setKept] = useState<readonly FileDraft[] | null>(null)
  useEffect(() => {
    void waitingDrafts('file').then((all) => {
      setKept(startText === undefined ? all.filter(({ start }) => start.path === path) : [])
    })
  }, [path, startText])
  const begin = (file: ContentText) => {
    const text = startText ?? file.text
    setOpened({ kind: 'file', key: draftKey(), keptAt: Date.now(), start: file, text })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once, as it was then
  useEffect(() => {
    if (opened === null && data !== null && kept?.length === 0) begin(data)
  }, [data, kept])
  if (opened) return <OpenFile opened={opened} {...more} />
  const [draft] = kept ?? []
  if (draft && data) {
    const goOn = async () => setOpened((await takeDraft(draft))?.draft ?? draft)
    const discard = () => {
      void forgetDraft(draft.key)
      setKept((all) => all?.slice(1) ?? null)
    }
    return <KeptText draft={draft} onTake={() => void goOn()} onDiscard={discard} />
  }
  if (fault === null) return <p className="admin-hint problem-whole">Loading {path}...</p>
  return (
    <div className="file-editor">
      <p className="admin-fault" role="alert">
        {fault}
      </p>
      <div className="choice-buttons">
        <button type="button" className="button button-small" onClick={more.onClose}>
          Close
        </button>
      </div>
    </div>
  )
}

interface KeptTextProps {
  draft: FileDraft
  onTake: () => void
  onDiscard: () => void
}

/** Text of this file that was typed here and not saved. */
function KeptText({ draft, onTake, onDiscard }: KeptTextProps) {
  return (
    <div className="file-editor">
      <p className="problem-words">
        This browser has an unsaved text of this file, of <MomentText at={draft.keptAt} />.
      </p>
      <div className="choice-buttons">
        <button type="button" className="button button-small button-primary" onClick={onTake}>
          Continue it
        </button>
        <button type="button" className="button button-small" onClick={onDiscard}>
          Discard it
        </button>
      </div>
    </div>
  )
}

type FileEditing = Form<FileDraft, FileConflictTexts>

interface OpenFileProps extends Omit<FileEditorProps, 'path' | 'startText'> {
  opened: FileDraft
}

function OpenFile({ opened, line = null, hint, onClose, onSaved }: OpenFileProps) {
  const form: FileEditing = useForm(opened, FILE_RULES)
  const { saving, unsaved, kept, failure, conflict } = form
  const { start: file, text } = form.draft
  const refusal = useMemo(() => refusalOf(failure), [failure])
  const area = useRef<LinedTextHandle>(null)
  const [wraps, setWraps] = useState(opened.start.path.endsWith('.md') && line === null)
  const faultyLine = refusal?.line ?? file.problems[0]?.line ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: where to begin is asked once
  useEffect(() => area.current?.goTo(line ?? 1, line !== null), [])
  useEffect(() => {
    if (refusal?.line != null) area.current?.goTo(refusal.line, true)
  }, [refusal])

  const save = async (force = false) => {
    // A second press while the first one saves is the same press.
    if (!saving && (await form.save({ force }))) onSaved?.()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut works from anywhere in it
    <div className="file-editor" onKeyDown={onSaveKey(() => void save())}>
      <ProblemLines file={file} onGoTo={(place) => area.current?.goTo(place, true)} />
      {conflict && <Overtaken form={form} conflict={conflict} />}
      <LinedText
        ref={area}
        label={file.path}
        text={text}
        faultyLine={faultyLine}
        wraps={wraps}
        hint={hint}
        onChange={(text) => form.change((draft) => ({ ...draft, text }))}
      />
      {refusal && <RefusalBox refusal={refusal} onForce={() => void save(true)} />}
      <div className="file-actions">
        <button
          type="button"
          className="button button-primary"
          disabled={saving || !unsaved}
          title="Ctrl+S saves too"
          onClick={() => void save()}
        >
          {saving ? 'Saving...' : 'Save file'}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
        <p className="editor-state" role="status">
          {unsaved && (kept ? 'Unsaved, kept in this browser' : 'Unsaved')}
        </p>
        <Check label="Wrap long lines" checked={wraps} onChange={setWraps} />
      </div>
    </div>
  )
}

interface ProblemLinesProps {
  file: ContentText
  onGoTo: (line: number) => void
}

/** What cannot be read in the file, each with the way to its line. */
function ProblemLines({ file: { problems }, onGoTo }: ProblemLinesProps) {
  if (problems.length === 0) return null
  return (
    <ul className="file-problems">
      {problems.map(({ line, reason }) => (
        <li key={`${line} ${reason}`}>
          {line !== null && (
            <button type="button" className="file-line" onClick={() => onGoTo(line)}>
              Line {line}
            </button>
          )}
          {reason}
        </li>
      ))}
    </ul>
  )
}

interface RefusalBoxProps {
  refusal: Refusal
  onForce: () => void
}

/** Why the text was not saved, and the way to save it all the same where there is one. */
function RefusalBox({ refusal: { sentence, mayForce }, onForce }: RefusalBoxProps) {
  return (
    <div className="file-refusal" role="alert">
      <p>{sentence}</p>
      {mayForce && (
        <p className="file-refusal-force">
          <button type="button" className="button button-small" onClick={onForce}>
            Save it all the same
          </button>
          <span className="admin-hint">
            It stays a problem, and visitors do not get this version.
          </span>
        </p>
      )}
    </div>
  )
}

interface OvertakenProps {
  form: FileEditing
  conflict: FileConflictTexts
}

/** The file was changed while it was edited here: both texts, and what they are together. */
function Overtaken({ form, conflict: { current, base } }: OvertakenProps) {
  const { text: mine } = form.draft
  const take = (start: ContentText, text: string) =>
    form.resolve((draft) => ({ ...draft, start, text }))
  const merged = current && mergeTexts(mine, base, current.text)
  return (
    <FormConflictBox
      heading="The file was changed while you were writing"
      onDrop={form.dropConflict}
    >
      {current === null ? (
        <p>It was deleted. Your text is still below: copy it before you close this.</p>
      ) : (
        <TwoTexts
          versions={[
            {
              name: 'Theirs',
              text: current.text,
              action: 'Take theirs',
              onTake: () => take(current, current.text),
            },
            {
              name: 'Mine',
              text: mine,
              action: 'Keep mine',
              onTake: () => take(current, mine),
            },
            {
              name: 'Merged',
              text: merged?.text ?? '',
              action: 'Edit the merged text',
              onTake: () => take(current, merged?.text ?? mine),
            },
          ]}
        />
      )}
    </FormConflictBox>
  )
}
