/** Tags: renamed in every file, or the list made the default one again. */
import type { TagChange, TagUse } from '#domain/answers/admin-answers.ts'
import { tagKey } from '#domain/tag.ts'
import { write } from '../frame/messages.ts'
import { Button, Fold, ReadList, Row } from '../frame/parts.tsx'
import { useLiveRead } from '../frame/use-read.ts'

export function TagsPanel() {
  return (
    <>
      <Fold title="Tags">{() => <TagList />}</Fold>
      <section className="row row-apart tags-reset" aria-label="Default tags">
        <p className="admin-hint" id="tags-reset-words">
          A reset makes the list of tags the nine areas of the about page, each with its colour.
          Posts and projects keep their tags.
        </p>
        <Button aria-describedby="tags-reset-words" onClick={() => void resetTags()}>
          Reset Tags
        </Button>
      </section>
    </>
  )
}

function resetTags() {
  return write<{ count: number }>({
    method: 'POST',
    path: '/posts/tags/reset',
    saved: ({ count }) => ({
      title: 'Tags reset!',
      description: `Successfully added ${count} default tags.`,
    }),
    failed: 'Failed to reset tags',
  })
}

function TagList() {
  const read = useLiveRead<readonly TagUse[]>('/tags')
  return (
    <ReadList name="tags" read={read}>
      {({ name, files }) => (
        <Row
          key={tagKey(name)}
          about={name}
          actions={[{ label: 'Rename', onClick: () => renameTag(name, filesText(files)) }]}
        >
          <p className="meta">{filesText(files)}</p>
        </Row>
      )}
    </ReadList>
  )
}

/** One commit changes every post and project that has the tag; a name that exists merges the two. */
function renameTag(name: string, where: string) {
  const to = prompt(`A name for “${name}” ${where}. The name of another tag merges the two.`, name)
  if (to === null || to.trim() === '' || to.trim() === name) return
  return write<TagChange>({
    method: 'PATCH',
    path: '/tags',
    body: { name, to: to.trim() },
    saved: (change) => ({ title: 'Tag changed', description: changeText(change) }),
    failed: 'Failed to change the tag',
  })
}

const filesText = (count: number) => (count === 1 ? 'in 1 file' : `in ${count} files`)

function changeText({ name, files, left_out }: TagChange): string {
  const left = left_out.length === 0 ? '' : ` Left alone: ${left_out.join(', ')}.`
  return `${name}: changed ${filesText(files)}.${left}`
}
