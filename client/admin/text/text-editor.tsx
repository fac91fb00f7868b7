/** The text of a post: toolbar, keys, word count, and a preview as the site will show it. */
import {
  type ClipboardEvent,
  type ComponentProps,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Fault } from '../forms/field.tsx'
import { ImageUploadList } from './image-uploads.tsx'
import { Preview } from './preview.tsx'
import { pasteEdit, type TextCommand, textEdit } from './text-commands.ts'
import { applyEdit, selectLine } from './text-edits.ts'
import { onTextKey, Toolbar } from './toolbar.tsx'
import { useImageDrop } from './use-image-drop.ts'
import { useImageUploads } from './use-image-uploads.ts'

interface TextEditorProps {
  /** It stands above the text: a first heading that repeats it is not shown. */
  title: string
  text: string
  fault?: string | undefined
  onChange: (text: string) => void
  /** Set here, for saves to wait for images on their way; false when one could not be added. */
  settled: RefObject<() => Promise<boolean>>
}

export function TextEditor({ title, text, fault, onChange, settled }: TextEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const images = useImageUploads(area, settled)
  const caret = useCaret(area)
  const { previewing, toggle, showLine } = usePreview(area)
  const drop = useImageDrop(area, (files, position) => images.add(files, position))
  const run = (command: TextCommand) => applyCommand(area.current, command)
  const classes = [
    'text-editor',
    previewing && 'text-editor-split',
    drop.isOver && 'text-editor-over',
  ]
  return (
    <div className={classes.filter(Boolean).join(' ')} {...drop.handlers}>
      <div className="admin-field">
        <EditorHead
          textId={id}
          previewing={previewing}
          onCommand={run}
          onImages={(files) => images.add(files, caret.place())}
          onPreview={toggle}
        />
        <textarea
          ref={area}
          id={id}
          name="content"
          className="input text-area"
          dir="auto"
          required
          spellCheck
          value={text}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault ${id}-words` : `${id}-words`}
          onFocus={caret.note}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onTextKey(run)}
          onPaste={(event) => {
            drop.onPaste(event)
            onPasteAddress(event)
          }}
        />
        <ImageUploadList images={images} />
        {fault && <Fault id={`${id}-fault`} text={fault} />}
        <p className="admin-hint" id={`${id}-words`}>
          Markdown
        </p>
      </div>
      {previewing && <Preview title={title} text={text} images={images} onLine={showLine} />}
    </div>
  )
}

/** Where what is added comes in: at the caret, at the end of a text that nobody has been in yet. */
function useCaret(area: RefObject<HTMLTextAreaElement | null>) {
  const isPlaced = useRef(false)
  return {
    note() {
      isPlaced.current = true
    },
    place(): number {
      const end = area.current?.value.length ?? 0
      if (!isPlaced.current) area.current?.setSelectionRange(end, end)
      return area.current?.selectionEnd ?? end
    },
  }
}

/** Whether the preview shows; on a narrow screen it stands in the place of the text. */
function usePreview(area: RefObject<HTMLTextAreaElement | null>) {
  const [previewing, setPreviewing] = useState(false)
  return {
    previewing,
    toggle() {
      setPreviewing(!previewing)
      showFromTop(area.current)
    },
    showLine(line: number) {
      const isBehindPreview = area.current?.offsetParent === null
      if (isBehindPreview) flushSync(() => setPreviewing(false))
      if (area.current) selectLine(area.current, line)
    },
  }
}

interface EditorHeadProps extends ComponentProps<typeof Toolbar> {
  textId: string
  previewing: boolean
  onPreview: () => void
}

function EditorHead({ textId, previewing, onPreview, ...toolbar }: EditorHeadProps) {
  return (
    <div className="text-editor-head">
      <label className="admin-label" htmlFor={textId}>
        Content
      </label>
      <Toolbar {...toolbar} />
      <button
        type="button"
        className="tool tool-preview"
        aria-pressed={previewing}
        onClick={onPreview}
      >
        Preview
      </button>
    </div>
  )
}

/** Text and preview are of other heights than the text alone: the scroll position is restored. */
function showFromTop(area: HTMLTextAreaElement | null): void {
  const editor = area?.closest('.text-editor')
  requestAnimationFrame(() => {
    if (editor && editor.getBoundingClientRect().top < 0) editor.scrollIntoView()
  })
}

/** An address that is pasted over words makes them a link. */
function onPasteAddress(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const { value: text, selectionStart: start, selectionEnd: end } = event.currentTarget
  const edit = pasteEdit({ text, start, end }, event.clipboardData.getData('text/plain'))
  if (edit === null) return
  event.preventDefault()
  applyEdit(event.currentTarget, edit)
}

function applyCommand(area: HTMLTextAreaElement | null, command: TextCommand): void {
  if (area === null) return
  const { value: text, selectionStart: start, selectionEnd: end } = area
  applyEdit(area, textEdit(command, { text, start, end }))
}
