/** A displaced commit: a saved change that is no longer on the branch. Look, restore, discard. */
import type {
  Displaced,
  DisplacedText,
  DisplacedWithTexts,
} from '#domain/answers/repair-answers.ts'
import { write } from '../frame/messages.ts'
import { MomentText, ReadState, Row } from '../frame/parts.tsx'
import { useRead } from '../frame/use-read.ts'
import { TwoTexts } from '../versions/two-texts.tsx'

export function displacedRow(change: Displaced) {
  const { commit, subject, date, files } = change
  return (
    <Row
      key={commit}
      about={subject}
      actions={[
        { label: 'Look', content: () => <Texts change={change} /> },
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

function Texts({ change }: { change: Displaced }) {
  const read = useRead<DisplacedWithTexts>(`/displaced/${change.commit}`)
  if (!read.data) return <ReadState read={read} name="the displaced texts" />
  return read.data.texts.map((text) => <Text key={text.path} text={text} change={change} />)
}

function Text({ text, change }: { text: DisplacedText; change: Displaced }) {
  const { path, now, wanted, fits, result } = text
  const fitting =
    result === null
      ? `${path} would be deleted.`
      : `${path}: underlined is what would come back, struck through is what would go.`
  const clashing = `${path} was changed at the same place since. Struck through is what only the site has; underlined is what only the displaced text has.`
  const choices = [
    { label: 'Keep the site’s text', onTake: () => void discard(change) },
    { label: 'Take the displaced text', onTake: () => void restore(change, true) },
  ]
  return (
    <TwoTexts
      hint={fits ? fitting : clashing}
      before={now ?? ''}
      after={(fits ? result : wanted) ?? ''}
      choices={fits ? [] : choices}
    />
  )
}
