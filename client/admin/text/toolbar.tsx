/** The marks of a text as buttons and as keys. The toolbar is one stop of Tab; arrows lead inside it. */
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { ToolIcon } from '../frame/tool-icon.tsx'
import { ImageButton } from './image-button.tsx'
import { enterEdit, TEXT_COMMANDS, type TextCommand } from './text-commands.ts'
import { applyEdit } from './text-edits.ts'

const COMMAND_WORDS: Record<TextCommand, [label: string, key: string]> = {
  bold: ['Bold', 'b'],
  italic: ['Italic', 'i'],
  link: ['Link', 'k'],
  heading: ['Heading', ''],
  list: ['List', ''],
  quote: ['Quote', ''],
  code: ['Code', ''],
}

interface ToolbarProps {
  onCommand: (command: TextCommand) => void
  onImages: (files: readonly File[]) => void
}

export function Toolbar({ onCommand, onImages }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => setStop(bar.current, 0), [])
  const onFocus = ({ target }: FocusEvent) => {
    const at = indexOf(toolsOf(bar.current), target)
    if (at >= 0) setStop(bar.current, at)
  }
  return (
    <div
      ref={bar}
      className="toolbar"
      role="toolbar"
      aria-label="Formatting"
      onKeyDown={onArrowKey}
      onFocus={onFocus}
    >
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
            onClick={() => onCommand(name)}
          >
            <ToolIcon name={name} />
          </button>
        )
      })}
      <ImageButton onChoose={onImages} />
    </div>
  )
}

function onEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { shiftKey, ctrlKey, metaKey, altKey, nativeEvent, currentTarget: area } = event
  // What an input method has open is chosen by Enter.
  if (shiftKey || ctrlKey || metaKey || altKey || nativeEvent.isComposing) return
  const { value: text, selectionStart: start, selectionEnd: end } = area
  const edit = enterEdit({ text, start, end })
  if (edit === null) return
  event.preventDefault()
  applyEdit(area, edit)
}

const toolsOf = (bar: Element | null) => [
  ...(bar?.querySelectorAll<HTMLButtonElement>('button') ?? []),
]

const indexOf = (tools: readonly Element[], target: EventTarget) =>
  target instanceof Element ? tools.indexOf(target) : -1

/** Makes one of the tools the one that Tab comes to. */
function setStop(bar: Element | null, stop: number): void {
  for (const [at, tool] of toolsOf(bar).entries()) tool.tabIndex = at === stop ? 0 : -1
}

/** Arrows lead from tool to tool and around, Home and End to the first and the last. */
function onArrowKey(event: KeyboardEvent<HTMLElement>): void {
  const tools = toolsOf(event.currentTarget)
  const at = indexOf(tools, event.target)
  const steps: Record<string, number> = {
    ArrowRight: (at + 1) % tools.length,
    ArrowLeft: at - 1,
    Home: 0,
    End: -1,
  }
  const next = steps[event.key]
  if (next === undefined || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  tools.at(next)?.focus()
}

/** Ctrl or ⌘ with the key of a command runs it; Enter goes on with a list or a quote. */
export function onTextKey(run: (command: TextCommand) => void) {
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter') onEnter(event)
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    const command = TEXT_COMMANDS.find((name) => COMMAND_WORDS[name][1] === event.key.toLowerCase())
    if (!command) return
    event.preventDefault()
    run(command)
  }
}
