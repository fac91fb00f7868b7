/** Rendered markdown. Scripts add a copy button to each block of code. */
import { useEffect, useRef } from 'react'
import { announce } from './frame/parts.tsx'

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

/** Adds a copy button to each `<pre>`, in the space reserved by the style sheet above the code. */
function addCopyButtons(text: HTMLElement): void {
  for (const block of text.querySelectorAll('pre')) {
    if (block.parentElement?.classList.contains('code-block')) continue
    // Outside the element that scrolls.
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
    if (!copied) getSelection()?.selectAllChildren(block)
    button.textContent = copied ? 'Copied' : 'Selected'
    announce(copied ? 'Code copied' : 'The code could not be copied. It is selected.')
    setTimeout(() => {
      button.textContent = 'Copy'
    }, COPIED_MS)
  })
  return button
}

/** Copies a text; false if that failed, as in insecure contexts. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
