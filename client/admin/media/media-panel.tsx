/** The images of the content: what shows each, its markdown to copy, and a way to remove it. */
import { useRef } from 'react'
import type { MediaImage, SavedMeta } from '#domain/answers/admin-answers.ts'
import { copyText } from '../../components/copy-buttons.ts'
import { Empty, Failure, Waiting } from '../../components/frame/notices.tsx'
import { addToast } from '../../state/toasts.ts'
import { call } from '../frame/admin-api.ts'
import { showFailed, showSaved } from '../frame/messages.ts'
import { refreshStatus } from '../frame/status.ts'
import { imageMarkdown } from '../text/image-text.ts'
import { ImageRow } from './image-row.tsx'
import { useImages } from './use-images.ts'

export function MediaPanel() {
  const { images, total, nextCursor, fault, loading, reload, loadMore } = useImages()
  const list = useRef<HTMLElement>(null)
  const changed = () => {
    void reload()
    void refreshStatus()
  }
  return (
    <section ref={list} className="admin-list" aria-label="Images" tabIndex={-1}>
      {fault !== null && <Failure text={fault} onRetry={() => void reload()} />}
      {images === null && fault === null && <Waiting text="Loading images..." shape="entry" />}
      {images?.length === 0 && (
        <Empty title="No images yet.">
          Paste one into the text of a post, or drop it there: it is listed here once the post is
          saved.
        </Empty>
      )}
      {images && images.length > 0 && (
        <>
          <p className="admin-count" role="status">
            {images.length < total ? `${images.length} of ${countWords(total)}` : countWords(total)}
          </p>
          <ul className="admin-rows" aria-busy={loading}>
            {images.map((image) => (
              <ImageRow
                key={image.path}
                image={image}
                onCopy={() => void copyMarkdown(image)}
                onRemove={(row) => {
                  focusBeside(row, list.current)
                  void removeImage(image, changed)
                }}
              />
            ))}
          </ul>
          {nextCursor !== null && (
            <button
              type="button"
              className="button"
              disabled={loading}
              onClick={() => void loadMore()}
            >
              Load more
            </button>
          )}
        </>
      )}
    </section>
  )
}

const countWords = (count: number) => (count === 1 ? '1 image' : `${count} images`)

/** The row goes with its image: the focus stays in the list, on what removes nothing. */
function focusBeside(row: Element | null, list: HTMLElement | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  const target = beside?.querySelector<HTMLElement>('button') ?? list
  target?.focus()
}

async function copyMarkdown({ path, alt }: MediaImage): Promise<void> {
  const markdown = imageMarkdown(alt, path)
  const isCopied = await copyText(markdown)
  const title = isCopied ? 'Markdown copied' : 'The browser does not let it be copied'
  addToast({ title, description: markdown, tone: isCopied ? 'success' : 'error' })
}

async function removeImage({ path, name }: MediaImage, changed: () => void): Promise<void> {
  try {
    const asked = `/media?path=${encodeURIComponent(path)}`
    const { meta } = await call<unknown, SavedMeta>('DELETE', asked)
    showSaved({ title: 'Image removed', description: name }, meta, { changed, topic: path })
  } catch (error) {
    showFailed('Failed to remove image', error, path)
  }
  changed()
}
