/** Rendered markdown. Scripts add a copy button to each block of code. */
import { useEffect, useRef } from 'react'

const COPIED_MS = 2000

export function Prose({ html, className = '' }: { html: string; className?: string }) {
  const text = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text has new blocks
  useEffect(() => {
    if (text.current) addCopyButtons(text.current)
  }, [html])
  return (
    <div
      ref={text}
      className={`prose ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server's renderer
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** Gives each `<pre>` a button in the room that the sheet leaves above its code, once. */
function addCopyButtons(text: HTMLElement): void {
  for (const block of text.querySelectorAll('pre')) {
    if (block.parentElement?.classList.contains('code-block')) continue
    // Outside of what scrolls sideways.
    const frame = document.createElement('div')
    frame.className = 'code-block'
    block.replaceWith(frame)
    frame.append(block, copyButton(block))
  }
}

function copyButton(block: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy-button'
  button.textContent = 'Copy'
  button.setAttribute('aria-label', 'Copy code')
  button.addEventListener('click', async () => {
    const copied = await copyText(block.textContent ?? '')
    button.textContent = copied ? 'Copied' : 'Press Ctrl+C'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, COPIED_MS)
  })
  return button
}

/** Whether the text went to the clipboard, which insecure addresses do not have. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
