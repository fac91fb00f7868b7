/** The text editor: toolbar, shortcuts, images, word count, and preview by the site's renderer. */
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { NotShown } from '#domain/answers/admin-answers.ts'
import { IMAGE_TYPES } from '#domain/image.ts'
import { readingMinutes } from '#domain/post.ts'
import { plural } from '#domain/texts/plural.ts'
import { StrokeIcon } from '../../components/frame/parts.tsx'
import { moveFocus, pressedKey } from '../../components/on-key.ts'
import { formatMinutes } from '../../components/post-card.tsx'
import { Prose } from '../../components/prose.tsx'
import { call, sentenceOf } from '../../data/api-client.ts'
import type { ControlProps } from '../forms/field-table.ts'
import { Field } from '../forms/fields.tsx'
import { Button } from '../frame/parts.tsx'
import { addImages } from './images.ts'
import {
  applyEdit,
  type Edit,
  keyEdit,
  pasteEdit,
  type Selection,
  TEXT_COMMANDS,
  type TextCommand,
  textEdit,
} from './text-commands.ts'

interface TextEditorProps extends Pick<ControlProps<string>, 'fault' | 'onChange' | 'saveAfter'> {
  /** The preview hides a first heading that repeats it. */
  title: string
  text: string
}

export function TextEditor({ title, text, fault, onChange, saveAfter }: TextEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [previewing, setPreviewing] = useState(false)
  const isVisited = useRef(false)
  const edit = (editOf: (selection: Selection) => Edit | null) => {
    if (!area.current) return false
    const { value, selectionStart: start, selectionEnd: end } = area.current
    const made = editOf({ text: value, start, end })
    if (made !== null) applyEdit(area.current, made)
    return made !== null
  }
  const togglePreview = () => {
    flushSync(() => setPreviewing(!previewing))
    // Browsers scroll to the caret on focus. On a narrow screen the preview hides the text.
    area.current?.focus()
  }
  const run = (command: TextCommand) => edit((selection) => textEdit(command, selection))
  const add = (files: readonly File[], position?: number) => {
    if (!area.current || files.length === 0) return
    // Before the first focus the caret is at 0; insert at the end instead.
    const { selectionEnd, value } = area.current
    const caret = isVisited.current ? selectionEnd : value.length
    saveAfter(addImages(area.current, files, position ?? caret))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped anywhere on it
    <div
      className={previewing ? 'text-editor text-editor-split stack' : 'text-editor stack'}
      onDragOver={(event) => {
        // Without this the browser would navigate to the file.
        if (hasFiles(event)) event.preventDefault()
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        // Not supported by every browser.
        const place = document.caretPositionFromPoint?.(event.clientX, event.clientY)
        const isInText = place?.offsetNode === area.current
        add([...event.dataTransfer.files], isInText ? place?.offset : undefined)
      }}
    >
      <Field label="Content" hidesLabel fault={fault} hint={wordCountText(text)}>
        <textarea
          ref={area}
          name="content"
          className="input text-area"
          required
          spellCheck
          placeholder="Content"
          value={text}
          onFocus={() => {
            isVisited.current = true
          }}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            const pressed = pressedKey(event)
            const command = TEXT_COMMANDS.find((name) => `Ctrl+${TOOLS[name].key}` === pressed)
            const isDone = command ? run(command) : edit((selection) => keyEdit(pressed, selection))
            if (isDone) event.preventDefault()
          }}
          onPaste={(event) => {
            const { files, types } = event.clipboardData
            const text = event.clipboardData.getData('text/plain')
            // Word processors also put an image of the text on the clipboard.
            const isImage = files.length > 0 && !types.includes('text/plain')
            if (isImage) add([...files])
            if (isImage || edit((selection) => pasteEdit(text, selection))) event.preventDefault()
          }}
        />
      </Field>
      {/* Tab leads from the title to the text; the toolbar is shown above. */}
      <div className="text-editor-head row row-line row-apart">
        <Toolbar onCommand={run} onImages={(files) => add(files)} />
        <Button isSmall aria-pressed={previewing} onClick={togglePreview}>
          Preview
        </Button>
      </div>
      {previewing && <Preview title={title} text={text} area={area} />}
    </div>
  )
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** `key`: shortcut with Ctrl or ⌘. `icon`: path from lucide (ISC). */
const TOOLS: Record<TextCommand, { label: string; key?: string; icon: string }> = {
  bold: {
    label: 'Bold',
    key: 'b',
    icon: 'M6 12h9a4 4 0 0 1 0 8H7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h7a4 4 0 0 1 0 8',
  },
  italic: { label: 'Italic', key: 'i', icon: 'M19 4h-9M14 20H5M15 4 9 20' },
  link: {
    label: 'Link',
    key: 'k',
    icon:
      'M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71' +
      'M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71',
  },
  heading: { label: 'Heading', icon: 'M6 12h12M6 20V4M18 20V4' },
  list: { label: 'List', icon: 'M3 5h.01M3 12h.01M3 19h.01M8 5h13M8 12h13M8 19h13' },
  quote: { label: 'Quote', icon: 'M17 5H3M21 12H8M21 19H8M3 12v7' },
  code: { label: 'Code', icon: 'm16 18 6-6-6-6M8 6l-6 6 6 6' },
}

const IMAGE_ICON =
  'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z' +
  'M11 9a2 2 0 1 1-4 0 2 2 0 0 1 4 0M21 15l-3.09-3.09a2 2 0 0 0-2.82 0L6 21'

const TOOL_STEPS = { ArrowLeft: -1, ArrowRight: 1 }

interface ToolbarProps {
  onCommand: (command: TextCommand) => void
  onImages: (files: readonly File[]) => void
}

function Toolbar({ onCommand, onImages }: ToolbarProps) {
  const input = useRef<HTMLInputElement>(null)
  const tool = (label: string, title: string, icon: string, onClick: () => void) => (
    <button
      key={label}
      tabIndex={label === 'Image' ? 0 : -1}
      type="button"
      className="icon-button"
      aria-label={label}
      title={title}
      onClick={onClick}
    >
      <StrokeIcon d={icon} size={18} />
    </button>
  )
  return (
    <div
      className="toolbar scroller"
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={(event) =>
        moveFocus(event, [...event.currentTarget.querySelectorAll('button')], TOOL_STEPS)
      }
    >
      {tool('Image', 'Add images, or paste or drop them into the text', IMAGE_ICON, () =>
        input.current?.click(),
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={IMAGE_TYPES.join(',')}
        aria-label="Images to add"
        onChange={({ target }) => {
          onImages([...(target.files ?? [])])
          // Lets `change` fire for the same file again.
          target.value = ''
        }}
      />
      {TEXT_COMMANDS.map((command) => {
        const { label, key, icon } = TOOLS[command]
        const title = key ? `${label} (Ctrl+${key.toUpperCase()})` : label
        return tool(label, title, icon, () => onCommand(command))
      })}
    </div>
  )
}

const ADDRESSES = /\]\([^)]*\)|https?:\/\/\S+/g
const SEGMENTS = /\S*[\p{L}\p{N}]\S*/gu

/** `12 words · 1 min read`, an estimate of the server's count. */
function wordCountText(text: string): string {
  const words = text.replace(ADDRESSES, ' ').match(SEGMENTS)?.length ?? 0
  const minutes = words === 0 ? '' : ` · ${formatMinutes(readingMinutes(words))}`
  return plural(words, 'word') + minutes
}

const TYPING_MS = 200

interface PreviewMeta {
  /** Paths of pending images. */
  waiting?: string[]
  not_shown?: NotShown[]
}

/**
 * Renders a text; pending images, which only the admin may read, get `data:` addresses.
 * @param images cache of these addresses by path
 */
async function rendered(body: object, images: Map<string, string>) {
  const { data, meta } = await call<{ html: string }, PreviewMeta>('POST', '/posts/preview', body)
  for (const path of meta?.waiting ?? []) {
    if (!images.has(path)) images.set(path, (await call<{ url: string }>('GET', path)).data.url)
  }
  const html = data.html.replace(
    /(<img src=")([^"]+)/g,
    (_, start: string, path: string) => start + (images.get(path) ?? path),
  )
  return { html, notShown: meta?.not_shown ?? [] }
}

interface PreviewProps {
  title: string
  text: string
  /** The preview follows its caret. */
  area?: RefObject<HTMLTextAreaElement | null>
}

export function Preview({ title, text, area }: PreviewProps) {
  const [images] = useState(() => new Map<string, string>())
  const [preview, setPreview] = useState<Awaited<ReturnType<typeof rendered>> | null>(null)
  const [error, setError] = useState('')
  const delay = useRef(0)
  useEffect(() => {
    let isOld = false
    const render = async () => {
      try {
        const next = await rendered({ title, content: text }, images)
        if (isOld) return
        setPreview(next)
        setError('')
      } catch (reason) {
        if (!isOld) setError(sentenceOf(reason))
      }
    }
    const timer = setTimeout(render, delay.current)
    delay.current = TYPING_MS
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [title, text, images])
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const follow = () => {
      if (preview && area?.current && box.current) showCaret(area.current, box.current)
    }
    follow()
    document.addEventListener('selectionchange', follow)
    return () => document.removeEventListener('selectionchange', follow)
  }, [preview, area])
  return (
    <section ref={box} className="preview box" aria-label="Preview" aria-busy={preview === null}>
      {error && <p className="admin-fault">{error}</p>}
      {preview && preview.notShown.length > 0 && (
        <div className="box small list-start">
          <p>Not shown to readers</p>
          <ul>
            {preview.notShown.map(({ line, reason }) => (
              <li key={`${line} ${reason}`}>
                Line {line}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {text.trim() === '' ? (
        <p className="admin-hint">Nothing to preview yet.</p>
      ) : (
        preview && <Prose html={preview.html} />
      )}
    </section>
  )
}

const GAPS = /\n\s*\n/

/** Scrolls the preview to the caret's block, estimated by the share of paragraphs above it. */
function showCaret({ value, selectionEnd }: HTMLTextAreaElement, box: HTMLElement): void {
  const blocks = box.querySelector('.prose')?.children ?? []
  const above = value.slice(0, selectionEnd).trimStart().split(GAPS).length - 1
  const share = above / value.trim().split(GAPS).length
  const block = blocks[Math.min(Math.floor(share * blocks.length), blocks.length - 1)]
  block?.scrollIntoView({ block: 'nearest' })
}
