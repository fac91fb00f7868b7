/** The toolbar's way to add images, for those who neither paste nor drop. */
import { useRef } from 'react'
import { IMAGE_TYPES } from '#domain/image.ts'
import { ToolIcon } from '../frame/tool-icon.tsx'

const ACCEPTED = IMAGE_TYPES.join(',')

export function ImageButton({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className="tool"
        aria-label="Image"
        title="Add images, or paste or drop them into the text"
        onClick={() => input.current?.click()}
      >
        <ToolIcon name="image" />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        aria-label="Images to add"
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          // The same file once more is a change too.
          target.value = ''
        }}
      />
    </>
  )
}
