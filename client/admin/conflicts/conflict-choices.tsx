/** Files with two texts after a merge with the remote: both side by side, and one click to choose. */
import { useMemo, useState } from 'react'
import type { SavedMeta } from '#domain/answers/admin-answers.ts'
import type { FileConflict, FileConflictVersions } from '#domain/answers/repair-answers.ts'
import { call } from '../frame/admin-api.ts'
import { showFailed, showSaved } from '../frame/messages.ts'
import { useLoaded } from '../frame/use-loaded.ts'
import { postsChanged } from '../posts/post-actions.ts'
import { CONFLICT_MARK } from '../posts/post-form.ts'
import { mergeTexts } from './merge-texts.ts'
import { TwoTexts } from './two-texts.tsx'

interface ConflictChoicesProps {
  conflicts: readonly FileConflict[]
  onChanged: () => void
}

export function ConflictChoices({ conflicts, onChanged }: ConflictChoicesProps) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <ul className="admin-rows">
      {conflicts.map((conflict) => {
        const isOpen = open === conflict.id
        return (
          <li key={conflict.id} className="problem">
            <div className="problem-words">
              <code className="problem-place">{conflict.file}</code>
              <p>
                {conflict.copy === null
                  ? 'The text of the remote stands there. The other is kept by git.'
                  : 'The text of the remote stands there. The other is a draft beside it.'}
              </p>
            </div>
            <button
              type="button"
              className="button button-small"
              aria-label={`Choose a text: ${conflict.file}`}
              aria-expanded={isOpen}
              onClick={() => setOpen(isOpen ? null : conflict.id)}
            >
              Choose
            </button>
            {isOpen && <Choice conflict={conflict} onChanged={onChanged} />}
          </li>
        )
      })}
    </ul>
  )
}

function Choice({ conflict, onChanged }: { conflict: FileConflict; onChanged: () => void }) {
  const path = `/conflicts/${encodeURIComponent(conflict.id)}`
  const { data, fault, reload } = useLoaded<FileConflictVersions>(path)
  if (data) {
    // Texts that were changed meanwhile are compared again.
    const key = `${data.site?.revision} ${data.other.revision}`
    return (
      <Versions
        key={key}
        path={path}
        versions={data}
        onRefused={() => void reload()}
        onChanged={onChanged}
      />
    )
  }
  if (fault !== null) return <p className="admin-fault problem-whole">{fault}</p>
  return <p className="admin-hint problem-whole">Loading both texts...</p>
}

interface VersionsProps {
  path: string
  versions: FileConflictVersions
  /** The texts may have moved on. */
  onRefused: () => void
  onChanged: () => void
}

const LABELS = { a: 'the other text', b: 'the site’s text' }

function Versions(props: VersionsProps) {
  const { site, other, base, copy } = props.versions
  const merged = useMemo(
    () => mergeTexts(other.text, base, site?.text ?? '', LABELS),
    [site, other, base],
  )
  const [both, setBoth] = useState(merged.text)
  const { choose, fault, busy } = useChoice(props)
  return (
    <div className="problem-whole file-choice">
      <TwoTexts
        busy={busy}
        diff={{
          hint: 'Struck through is what only the site’s text has; underlined is what only the other has.',
          before: site?.text ?? '',
          after: other.text,
        }}
        versions={[
          {
            name: 'The site’s text',
            text: site?.text ?? '',
            action: 'Keep the site’s text',
            onTake: () => void choose(null, 'The site’s text stays'),
          },
          {
            name: copy === null ? 'The other text' : 'The copy’s text',
            text: other.text,
            action: copy === null ? 'Take the other text' : 'Take the copy’s text',
            onTake: () => void choose(other.text, 'The other text was taken'),
          },
          {
            name: merged.conflict ? 'Both, with marks where they clash' : 'Both',
            text: both,
            action: 'Save both as one',
            onChange: setBoth,
            onTake: () => void choose(both, 'Both are one text now'),
          },
        ]}
      />
      {fault && (
        <p className="admin-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

/** Sends what was chosen: a text, or null for the one of the site. */
function useChoice({ path, versions, onRefused, onChanged }: VersionsProps) {
  const { site, other, copy } = versions
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const choose = async (text: string | null, title: string) => {
    if (text !== null && CONFLICT_MARK.test(text)) {
      setFault('The text still has the marks of a merge (<<<<<<< or >>>>>>>) in it.')
      return
    }
    setFault(null)
    setBusy(true)
    const revision = site?.revision ?? null
    const body = { text, revision, other_revision: other.revision }
    try {
      const { meta } = await call<FileConflict, SavedMeta>('POST', `${path}/resolve`, body)
      const gone = copy === null ? '' : ' The copy is gone.'
      showSaved({ title, description: `${other.path} is decided.${gone}` }, meta, {
        changed() {
          postsChanged()
          onChanged()
        },
        topic: path,
      })
    } catch (error) {
      showFailed('Failed to decide', error, path)
      onRefused()
    }
    setBusy(false)
    postsChanged()
    onChanged()
  }
  return { choose, fault, busy }
}
