/** The marks of a text as buttons and as keys. */
import type { KeyboardEvent } from 'react'
import { ToolIcon } from '../frame/tool-icon.tsx'
import { ImageButton } from './image-button.tsx'
import { TEXT_COMMANDS, type TextCommand } from './text-commands.ts'

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
  return (
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

/** Ctrl or ⌘ with the key of a command runs it. */
export function onCommandKey(run: (command: TextCommand) => void) {
  return (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    const command = TEXT_COMMANDS.find((name) => COMMAND_WORDS[name][1] === event.key.toLowerCase())
    if (!command) return
    event.preventDefault()
    run(command)
  }
}
