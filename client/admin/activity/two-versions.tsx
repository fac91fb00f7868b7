/** What git has two texts of: a file after a merge with the remote, a commit off the branch. */
import type {
  Displaced,
  DisplacedText,
  DisplacedWithTexts,
  FileConflict,
  FileConflictVersions,
} from '#domain/answers/repair-answers.ts'
import { write } from '../frame/messages.ts'
import { MomentText, ReadState, Row } from '../frame/parts.tsx'
import { useRead } from '../frame/use-read.ts'
import { TwoTexts } from '../versions/two-texts.tsx'

export function conflictRow(conflict: FileConflict) {
  const { id, file, copy } = conflict
  const choose = { label: 'Choose a text', content: () => <Versions id={id} /> }
  return (
    <Row key={id} about={file} actions={[choose]}>
      <p>
        The text of the remote stands there. The other is{' '}
        {copy === null ? 'kept by git.' : 'a draft beside it, which you can edit before.'}
      </p>
    </Row>
  )
}

function Versions({ id }: { id: string }) {
  const path = `/conflicts/${encodeURIComponent(id)}`
  const read = useRead<FileConflictVersions>(path)
  if (!read.data) return <ReadState read={read} name="both texts" />
  const { site, other, copy } = read.data
  /** @param text null: the site's own stays */
  const resolve = async (text: string | null, title: string) => {
    const gone = copy === null ? '' : ' The copy is gone.'
    const result = await write<FileConflict>({
      method: 'POST',
      path: `${path}/resolve`,
      body: { text, revision: site?.revision ?? null, other_revision: other.revision },
      saved: () => ({ title, description: `${other.path} is decided.${gone}` }),
      failed: 'Failed to decide',
    })
    // The texts may have moved on.
    if ('error' in result) void read.reload()
  }
  return (
    <TwoTexts
      hint="Struck through is what only the site’s text has; underlined is what only the other has."
      before={site?.text ?? ''}
      after={other.text}
      choices={[
        {
          label: 'Keep the site’s text',
          onTake: () => void resolve(null, 'The site’s text stays'),
        },
        {
          label: 'Take the other text',
          onTake: () => void resolve(other.text, 'The other text was taken'),
        },
      ]}
    />
  )
}

export function displacedRow(change: Displaced) {
  const { commit, subject, date, files } = change
  return (
    <Row
      key={commit}
      about={subject}
      actions={[
        { label: 'Look', content: () => <DisplacedTexts change={change} /> },
        { label: 'Restore', onClick: () => restore(change, false) },
        { label: 'Discard', isDanger: true, onClick: () => discard(change) },
      ]}
    >
      <p className="meta">
        <MomentText at={date} />
        <span>{commit.slice(0, 7)}</span>
        <span>{files.join(', ')}</span>
      </p>
    </Row>
  )
}

/** @param whole takes the displaced texts as they are, where they clash with those of now */
function restore({ commit, subject }: Displaced, whole: boolean) {
  return write<Displaced>({
    method: 'POST',
    path: `/displaced/${commit}/restore`,
    body: { whole },
    saved: () => ({ title: 'Restored', description: subject }),
    failed: 'Failed to restore',
  })
}

/** Takes a change off the list, or brings it back to it; git keeps it. */
function discard(change: Displaced, discarded = true) {
  const { commit, subject } = change
  const run = () => void discard(change, false)
  return write<Displaced>({
    method: 'PATCH',
    path: `/displaced/${commit}`,
    body: { discarded },
    saved: () =>
      discarded
        ? {
            title: 'Discarded',
            description: `Git keeps “${subject}”.`,
            action: { label: 'Undo', run },
          }
        : { title: 'Undone', description: subject },
    failed: 'Failed to discard',
  })
}

function DisplacedTexts({ change }: { change: Displaced }) {
  const read = useRead<DisplacedWithTexts>(`/displaced/${change.commit}`)
  if (!read.data) return <ReadState read={read} name="the displaced texts" />
  return read.data.texts.map((text) => <Text key={text.path} text={text} change={change} />)
}

function Text({ text, change }: { text: DisplacedText; change: Displaced }) {
  const { path, now, wanted, fits, result } = text
  const fitting = 'underlined is what would come back, struck through is what would go.'
  const clashing =
    'changed at the same place since. Struck through is what only the site has; underlined is what only the displaced text has.'
  const choices = [
    { label: 'Keep the site’s text', onTake: () => void discard(change) },
    { label: 'Take the displaced text', onTake: () => void restore(change, true) },
  ]
  return (
    <TwoTexts
      hint={`${path}: ${fits ? fitting : clashing}`}
      before={now ?? ''}
      after={(fits ? result : wanted) ?? ''}
      choices={fits ? [] : choices}
    />
  )
}
