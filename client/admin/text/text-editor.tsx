/** The text of a post: toolbar, keys, word count, and a preview as the site will show it. */
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { readingMinutes } from '#domain/post.ts'
import { formatMinutes, formatWords } from '../../components/post-meta.tsx'
import { Fault } from '../forms/field.tsx'
import { ToolIcon } from '../frame/tool-icon.tsx'
import { countWords } from '../posts/post-form.ts'
import { ImageButton } from './image-button.tsx'
import { ImageUploadList } from './image-uploads.tsx'
import { Preview } from './preview.tsx'
import { TEXT_COMMANDS, type TextCommand, textEdit } from './text-commands.ts'
import { applyEdit } from './text-edits.ts'
import { useImageDrop } from './use-image-drop.ts'
import { useImageUploads } from './use-image-uploads.ts'

const COMMAND_WORDS: Record<TextCommand, [label: string, key: string]> = {
  bold: ['Bold', 'b'],
  italic: ['Italic', 'i'],
  link: ['Link', 'k'],
  heading: ['Heading', ''],
  list: ['List', ''],
  quote: ['Quote', ''],
  code: ['Code', ''],
}

interface TextEditorProps {
  text: string
  fault?: string | undefined
  onChange: (text: string) => void
  /** Set here, for saves to wait for images on their way; false when one could not be added. */
  settled: RefObject<() => Promise<boolean>>
}

export function TextEditor({ text, fault, onChange, settled }: TextEditorProps) {
  const [previewing, setPreviewing] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const images = useImageUploads(area)
  const drop = useImageDrop(area, images.add)
  useEffect(() => {
    settled.current = images.settled
  })
  const run = (command: TextCommand) => {
    if (area.current) applyCommand(area.current, command)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    const command = TEXT_COMMANDS.find((name) => COMMAND_WORDS[name][1] === event.key.toLowerCase())
    if (!command) return
    event.preventDefault()
    run(command)
  }
  const classes = [
    'text-editor',
    previewing && 'text-editor-split',
    drop.isOver && 'text-editor-over',
  ]
  return (
    <div className={classes.filter(Boolean).join(' ')} {...drop.handlers}>
      <div className="admin-field">
        <div className="text-editor-head">
          <label className="admin-label" htmlFor={id}>
            Content
          </label>
          <div className="toolbar" role="toolbar" aria-label="Formatting">
            {TEXT_COMMANDS.map((name) => {
              const [label, key] = COMMAND_WORDS[name]
              return (
                <button
                  key={name}
                  type="button"
                  className="tool"
                  aria-label={label}
                  title={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
                  aria-keyshortcuts={key ? `Control+${key} Meta+${key}` : undefined}
                  onClick={() => run(name)}
                >
                  <ToolIcon name={name} />
                </button>
              )
            })}
            <ImageButton
              onChoose={(files) => images.add(files, area.current?.selectionEnd ?? text.length)}
            />
          </div>
          <button
            type="button"
            className="tool tool-preview"
            aria-pressed={previewing}
            onClick={() => {
              setPreviewing(!previewing)
              showFromTop(area.current)
            }}
          >
            Preview
          </button>
        </div>
        <textarea
          ref={area}
          id={id}
          name="content"
          className="input text-area"
          required
          spellCheck
          value={text}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault ${id}-words` : `${id}-words`}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={drop.onPaste}
        />
        <ImageUploadList images={images} />
        {fault && <Fault id={`${id}-fault`} text={fault} />}
        <p className="admin-hint" id={`${id}-words`}>
          {countedWords(text)} · Markdown
        </p>
      </div>
      {previewing && <Preview text={text} addresses={images.addresses} />}
    </div>
  )
}

/** Text and preview are of other heights than the text alone: whoever was further down is led back. */
function showFromTop(area: HTMLTextAreaElement | null): void {
  const editor = area?.closest('.text-editor')
  requestAnimationFrame(() => {
    if (editor && editor.getBoundingClientRect().top < 0) editor.scrollIntoView()
  })
}

function countedWords(text: string): string {
  const words = countWords(text)
  return words === 0
    ? formatWords(0)
    : `${formatWords(words)} · ${formatMinutes(readingMinutes(words))}`
}

function applyCommand(area: HTMLTextAreaElement, command: TextCommand): void {
  const { value: text, selectionStart: start, selectionEnd: end } = area
  applyEdit(area, textEdit(command, { text, start, end }))
}
