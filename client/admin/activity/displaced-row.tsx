/** A displaced commit: a saved change that is no longer on the branch. Look, restore, discard. */
import { useState } from 'react'
import type {
  Displaced,
  DisplacedText,
  DisplacedWithTexts,
} from '#domain/answers/repair-answers.ts'
import { addToast } from '../../state/toasts.ts'
import { TextFile } from '../files/text-file.tsx'
import { call } from '../frame/admin-api.ts'
import { showFailed, write } from '../frame/messages.ts'
import { MomentText, RowButton } from '../frame/parts.tsx'
import { refreshStatus } from '../frame/status.ts'
import { useRead } from '../frame/use-read.ts'
import { mergeTexts } from '../versions/merge-texts.ts'
import { TwoTexts } from '../versions/two-texts.tsx'

export function DisplacedRow({ change }: { change: Displaced }) {
  const { commit, subject, date, files } = change
  const [open, setOpen] = useState(false)
  /** @param whole takes the displaced texts as they are, where they clash with those of now */
  const restore = async (whole: boolean) => {
    const result = await write<Displaced>({
      method: 'POST',
      path: `/displaced/${commit}/restore`,
      body: { whole },
      saved: () => ({ title: 'Restored', description: subject }),
      failed: 'Failed to restore',
    })
    if ('error' in result) setOpen(true)
  }
  return (
    <li className="admin-row">
      <div className="admin-row-words">
        <p className="admin-row-title" dir="auto">
          {subject}
        </p>
        <p className="meta meta-dots">
          <MomentText at={date} />
          <span>{commit.slice(0, 7)}</span>
          <span>{files.join(', ')}</span>
        </p>
      </div>
      <div className="row admin-row-buttons">
        <RowButton label="Look" about={subject} expanded={open} onClick={() => setOpen(!open)} />
        <RowButton label="Restore" about={subject} onClick={() => void restore(false)} />
        <RowButton label="Discard" about={subject} isDanger onClick={() => void discard(change)} />
      </div>
      {open && <Texts change={change} onTake={() => void restore(true)} />}
    </li>
  )
}

/** Takes a change off the list; git keeps it. */
async function discard({ commit, subject }: Displaced): Promise<void> {
  const set = async (discarded: boolean) => {
    try {
      await call('PATCH', `/displaced/${commit}`, { discarded })
      return true
    } catch (error) {
      showFailed('Failed to discard', error, commit)
      return false
    } finally {
      await refreshStatus()
    }
  }
  if (!(await set(true))) return
  addToast({
    title: 'Discarded',
    description: `Git keeps “${subject}”.`,
    action: { label: 'Undo', run: () => void set(false) },
  })
}

function Texts({ change, onTake }: { change: Displaced; onTake: () => void }) {
  const { data, fault } = useRead<DisplacedWithTexts>(`/displaced/${change.commit}`)
  if (fault !== null) return <p className="admin-fault row-whole">{fault}</p>
  if (data === null) return <p className="admin-hint row-whole">Loading the displaced texts...</p>
  return (
    <div className="stack row-whole">
      {data.texts.map((text) => (
        <Text key={text.path} text={text} change={change} onTake={onTake} />
      ))}
    </div>
  )
}

interface TextProps {
  text: DisplacedText
  change: Displaced
  onTake: () => void
}

function Text({ text: { path, now, wanted, fits, result }, change, onTake }: TextProps) {
  const [editing, setEditing] = useState(false)
  if (fits) {
    const hint =
      result === null
        ? `${path} would be deleted.`
        : `${path}: underlined is what would come back, struck through is what would go.`
    return <TwoTexts hint={hint} before={now ?? ''} after={result ?? ''} choices={[]} />
  }
  const names = ['the displaced text', 'the site’s text'] as const
  const merge = () => mergeTexts({ mine: wanted ?? '', base: null, theirs: now ?? '', names })
  const edit = { label: 'Edit both as one', onTake: () => setEditing(!editing) }
  return (
    <>
      <TwoTexts
        hint={`${path} was changed at the same place since. Struck through is what only the site has; underlined is what only the displaced text has.`}
        before={now ?? ''}
        after={wanted ?? ''}
        choices={[
          { label: 'Keep the site’s text', onTake: () => void discard(change) },
          { label: 'Take the displaced text', onTake },
          ...(now !== null && wanted !== null ? [edit] : []),
        ]}
      />
      {editing && (
        <TextFile
          path={path}
          startText={merge()}
          hint="Remove the marks and save. The change then leaves the list."
          onClose={() => setEditing(false)}
          onSaved={() => void discard(change)}
        />
      )}
    </>
  )
}
