/** The text of a post: toolbar, keys, word count, and a preview as the site will show it. */
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { readingMinutes } from '#domain/post.ts'
import { formatMinutes, formatWords } from '../components/post-meta.tsx'
import { Fault } from './field.tsx'
import { countWords } from './post-form.ts'
import { Preview } from './preview.tsx'
import { TEXT_COMMANDS, type TextCommand, textEdit } from './text-commands.ts'
import { ToolIcon } from './tool-icon.tsx'

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
}

export function TextEditor({ text, fault, onChange }: TextEditorProps) {
  const [previewing, setPreviewing] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
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
  return (
    <div className={previewing ? 'text-editor text-editor-split' : 'text-editor'}>
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
          </div>
          <button
            type="button"
            className="tool tool-preview"
            aria-pressed={previewing}
            onClick={() => setPreviewing(!previewing)}
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
        />
        {fault && <Fault id={`${id}-fault`} text={fault} />}
        <p className="admin-hint" id={`${id}-words`}>
          {countedWords(text)} · Markdown
        </p>
      </div>
      {previewing && <Preview text={text} />}
    </div>
  )
}

function countedWords(text: string): string {
  const words = countWords(text)
  return words === 0
    ? formatWords(0)
    : `${formatWords(words)} · ${formatMinutes(readingMinutes(words))}`
}

function applyCommand(area: HTMLTextAreaElement, command: TextCommand): void {
  const { value: text, selectionStart: start, selectionEnd: end } = area
  const edit = textEdit(command, { text, start, end })
  area.focus()
  area.setSelectionRange(edit.from, edit.to)
  // The old command is the only way to write that the browser's own undo can take back.
  if (!document.execCommand('insertText', false, edit.insert)) {
    area.setRangeText(edit.insert, edit.from, edit.to, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(edit.start, edit.end)
}
