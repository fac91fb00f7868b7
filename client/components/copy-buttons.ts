/** Copy buttons on blocks of code, added outside of React since the text is plain html. */

const SHOWN_MS = 2000

/** Gives each `<pre>` inside `text` a button, once. */
export function addCopyButtons(text: HTMLElement): void {
  for (const block of text.querySelectorAll('pre')) {
    if (block.parentElement?.classList.contains('code-block')) continue
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
    }, SHOWN_MS)
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
