/** Images pasted into a text or dropped on it. */
import { type ClipboardEvent, type DragEvent, type RefObject, useState } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** @param onFiles gets the files, and the position in the text that they are meant for */
export function useImageDrop(
  area: RefObject<HTMLTextAreaElement | null>,
  onFiles: (files: readonly File[], position: number) => void,
) {
  const [isOver, setIsOver] = useState(false)

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { files, types } = event.clipboardData
    // Word processors put a picture of the text beside the text.
    if (files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    onFiles([...files], event.currentTarget.selectionEnd)
  }

  const handlers = {
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return
      // Without this the browser would leave the page for the file.
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setIsOver(true)
    },
    onDragLeave(event: DragEvent) {
      const { currentTarget, relatedTarget } = event
      const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
      if (!isInside) setIsOver(false)
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      if (area.current) onFiles([...event.dataTransfer.files], droppedAt(event, area.current))
    },
  }

  return { isOver, onPaste, handlers }
}

/** Where in the text the pointer is; where the caret is, when it is beside the text. */
function droppedAt({ clientX, clientY }: DragEvent, area: HTMLTextAreaElement): number {
  // Not every browser has it yet.
  const found = document.caretPositionFromPoint?.(clientX, clientY)
  return found?.offsetNode === area ? found.offset : area.selectionEnd
}
