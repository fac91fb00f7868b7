/**
 * The images on their way into a text, each with how far it has come or why it did not arrive, and
 * with a field for what it shows, which stays until the writer is done with it.
 */
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useStore } from 'zustand'
import type { ImageUpload, ImageUploads } from './use-image-uploads.ts'

export function ImageUploadList({ images }: { images: ImageUploads }) {
  const uploads = useStore(images.shown, (shown) => shown.uploads)
  return (
    <ul className="image-uploads" aria-label="Images">
      {uploads.map((upload) => (
        <li key={upload.id} className="image-upload">
          <Picture upload={upload} images={images} />
          <span className="image-upload-name">{upload.file.name}</span>
          <span className="image-upload-state" aria-live="polite">
            {upload.path === null && upload.fault === null && <Progress upload={upload} />}
            {upload.fault !== null && <span className="admin-fault">{upload.fault}</span>}
          </span>
          {upload.fault !== null && <AfterFault upload={upload} images={images} />}
          {upload.fault === null && !upload.isDescribed && (
            <Description upload={upload} images={images} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  upload: ImageUpload
  images: ImageUploads
}

function Picture({ upload: { path }, images }: RowProps) {
  const address = useStore(images.shown, ({ addresses }) => path && addresses.get(path))
  // Its name stands beside it.
  return address ? <img className="image-upload-picture" src={address} alt="" /> : null
}

/** The field for what an image shows: the alt text of its markdown. */
function Description({ upload, images }: RowProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isAsked = useStore(images.shown, ({ asked }) => asked === upload.id)
  useEffect(() => {
    if (isAsked) input.current?.focus()
  }, [isAsked])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // It would send the form.
    event.preventDefault()
    images.finish(upload)
  }
  return (
    <div className="image-upload-words">
      <label className="visually-hidden" htmlFor={id}>
        What does {upload.file.name} show?
      </label>
      <input
        ref={input}
        id={id}
        className="input"
        dir="auto"
        autoComplete="off"
        placeholder="What does it show? Empty if it only decorates."
        value={upload.words}
        onChange={(event) => images.describe(upload, event.target.value)}
        onKeyDown={onKeyDown}
        // Once the focus is where it goes: writing takes it to the text and back.
        onBlur={() => setTimeout(() => images.write(upload.id))}
      />
      <button
        type="button"
        className="button"
        aria-label={`Done with ${upload.file.name}`}
        onClick={() => images.finish(upload)}
      >
        Done
      </button>
    </div>
  )
}

function AfterFault({ upload, images }: RowProps) {
  return (
    <>
      {!upload.isFinal && (
        <button type="button" className="button" onClick={() => images.retry(upload)}>
          Try again
        </button>
      )}
      <button
        type="button"
        className="button"
        aria-label={`Remove ${upload.file.name}`}
        onClick={() => images.remove(upload)}
      >
        Remove
      </button>
    </>
  )
}

function Progress({ upload: { file, share } }: { upload: ImageUpload }) {
  // Sent, but not processed yet.
  const words = share < 1 ? 'Uploading...' : 'Processing...'
  return (
    <>
      <progress className="image-upload-share" max={1} value={share} aria-label={file.name} />
      <span className="admin-hint">{words}</span>
    </>
  )
}
