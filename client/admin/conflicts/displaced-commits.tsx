/** Displaced commits: saved changes that are no longer on the branch. Look, restore, discard. */
import { useState } from 'react'
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import type {
  Displaced,
  DisplacedText,
  DisplacedWithTexts,
} from '#domain/answers/repair-answers.ts'
import { addToast, dismissErrors } from '../../state/toasts.ts'
import { FileEditor } from '../files/file-editor.tsx'
import { call } from '../frame/admin-api.ts'
import { showFailed, showSaved } from '../frame/messages.ts'
import { MomentText } from '../frame/time-text.tsx'
import { useLoaded } from '../frame/use-loaded.ts'
import { postsChanged } from '../posts/post-actions.ts'
import { mergeTexts } from './merge-texts.ts'
import { TextDiff } from './text-diff.tsx'

interface DisplacedCommitsProps {
  changes: readonly Displaced[]
  onChanged: () => void
}

export function DisplacedCommits({ changes, onChanged }: DisplacedCommitsProps) {
  return (
    <ul className="admin-rows">
      {changes.map((change) => (
        <DisplacedRow key={change.commit} change={change} onChanged={onChanged} />
      ))}
    </ul>
  )
}

interface DisplacedRowProps {
  change: Displaced
  onChanged: () => void
}

function DisplacedRow({ change, onChanged }: DisplacedRowProps) {
  const { commit, subject, date, files } = change
  const { open, setOpen, busy, restore, discard } = useDisplaced(change, onChanged)
  return (
    <li className="problem">
      <div className="problem-words">
        <p className="admin-row-title" dir="auto">
          {subject}
        </p>
        <p className="meta meta-dots">
          <MomentText at={date} />
          <span>{commit.slice(0, 7)}</span>
          <span>{files.join(', ')}</span>
        </p>
      </div>
      <div className="admin-row-buttons">
        <button
          type="button"
          className="button button-small"
          aria-label={`Look: ${subject}`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          Look
        </button>
        <button
          type="button"
          className="button button-small"
          aria-label={`Restore: ${subject}`}
          disabled={busy}
          onClick={() => void restore(false)}
        >
          Restore
        </button>
        <button
          type="button"
          className="button button-small button-danger"
          aria-label={`Discard: ${subject}`}
          disabled={busy}
          onClick={() => void discard()}
        >
          Discard
        </button>
      </div>
      {open && (
        <DisplacedTexts commit={commit} onTake={() => void restore(true)} onDone={discard} />
      )}
    </li>
  )
}

/** What can be done with one; `open` shows its texts, which a restore that failed does too. */
function useDisplaced({ commit, subject }: Displaced, onChanged: () => void) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const changed = () => {
    postsChanged()
    onChanged()
  }
  const restore = async (whole: boolean) => {
    setBusy(true)
    try {
      const path = `/displaced/${commit}/restore`
      const { meta } = await call<Displaced, SavedMeta>('POST', path, { whole })
      showSaved({ title: 'Restored', description: subject }, meta, { changed, topic: commit })
    } catch (error) {
      setOpen(true)
      showFailed('Failed to restore', error, commit)
    }
    setBusy(false)
    changed()
  }
  const discard = async () => {
    if (await setDiscarded(commit, true)) {
      const bringBack = () => void setDiscarded(commit, false).then(changed)
      addToast({
        title: 'Discarded',
        description: `Git keeps “${subject}”.`,
        action: { label: 'Undo', run: bringBack },
      })
    }
    changed()
  }
  return { open, setOpen, busy, restore, discard }
}

async function setDiscarded(commit: string, discarded: boolean): Promise<boolean> {
  try {
    await call<Displaced>('PATCH', `/displaced/${commit}`, { discarded })
    dismissErrors(commit)
    return true
  } catch (error) {
    showFailed('Failed to discard', error, commit)
    return false
  }
}

interface DisplacedTextsProps {
  commit: string
  onTake: () => void
  onDone: () => Promise<void>
}

function DisplacedTexts({ commit, onTake, onDone }: DisplacedTextsProps) {
  const { data, fault } = useLoaded<DisplacedWithTexts>(`/displaced/${commit}`)
  if (fault !== null) return <p className="admin-fault problem-whole">{fault}</p>
  if (data === null)
    return <p className="admin-hint problem-whole">Loading the displaced texts...</p>
  return (
    <div className="problem-whole file-choice">
      {data.texts.map((text) =>
        text.fits ? (
          <Fitting key={text.path} text={text} />
        ) : (
          <Clashing key={text.path} text={text} onTake={onTake} onDone={onDone} />
        ),
      )}
    </div>
  )
}

/** What a restore would change. */
function Fitting({ text: { path, now, result } }: { text: DisplacedText }) {
  return (
    <div className="file-choice">
      <p className="admin-hint">
        {result === null
          ? `${path} would be deleted.`
          : `${path}: underlined is what would come back, struck through is what would go.`}
      </p>
      <TextDiff before={now ?? ''} after={result ?? ''} label={`What ${path} would become`} />
    </div>
  )
}

interface ClashingProps extends Omit<DisplacedTextsProps, 'commit'> {
  text: DisplacedText
}

/** Both changed one place: the admin takes one of them, or writes what has both. */
function Clashing({ text: { path, now, wanted }, onTake, onDone }: ClashingProps) {
  const [editing, setEditing] = useState(false)
  const labels = { a: 'the displaced text', b: 'the site’s text' }
  return (
    <div className="file-choice">
      <p className="admin-hint">
        {path} was changed at the same place since. Struck through is what only the site has;
        underlined is what only the displaced text has.
      </p>
      <TextDiff before={now ?? ''} after={wanted ?? ''} label={`Both texts of ${path}`} />
      <div className="choice-buttons">
        <button type="button" className="button button-small" onClick={() => void onDone()}>
          Keep the site’s text
        </button>
        <button type="button" className="button button-small" onClick={onTake}>
          Take the displaced text
        </button>
        {now !== null && wanted !== null && (
          <button
            type="button"
            className="button button-small"
            aria-expanded={editing}
            onClick={() => setEditing(!editing)}
          >
            Edit both as one
          </button>
        )}
      </div>
      {editing && (
        <FileEditor
          path={path}
          startText={mergeTexts(wanted ?? '', null, now ?? '', labels).text}
          hint="Remove the conflict marks and save. The change then leaves the list."
          onClose={() => setEditing(false)}
          onSaved={() => void onDone()}
        />
      )}
    </div>
  )
}
