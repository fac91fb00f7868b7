/** The images on their way into a text, each with how far it has come or why it did not arrive. */
import { useStore } from 'zustand'
import type { ImageUpload, ImageUploads } from './use-image-uploads.ts'

export function ImageUploadList({ images }: { images: ImageUploads }) {
  const uploads = useStore(images.shown, (shown) => shown.uploads)
  return (
    <ul className="image-uploads" aria-label="Images" aria-live="polite">
      {uploads.map((upload) => (
        <li key={upload.id} className="image-upload">
          <span className="image-upload-name">{upload.file.name}</span>
          {upload.fault === null ? (
            <Progress upload={upload} />
          ) : (
            <>
              <span className="admin-fault">{upload.fault}</span>
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
          )}
        </li>
      ))}
    </ul>
  )
}

function Progress({ upload: { file, share } }: { upload: ImageUpload }) {
  // Sent is not yet made anew.
  const words = share < 1 ? 'Uploading...' : 'Processing...'
  return (
    <>
      <progress className="image-upload-share" max={1} value={share} aria-label={file.name} />
      <span className="admin-hint">{words}</span>
    </>
  )
}
