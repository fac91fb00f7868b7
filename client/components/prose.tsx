/**
 * Rendered markdown. It stands in the document once: the initial data leaves it out and the browser
 * reads it back from `[data-html]`. Scripts add a copy button to each block of code.
 */
import { useEffect, useRef } from 'react'
import { addCopyButtons } from './copy-buttons.ts'

interface ProseProps {
  /** Post id, or `about`. */
  id: string
  html: string
  className?: string
}

export function Prose({ id, html, className = '' }: ProseProps) {
  const text = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text has new blocks
  useEffect(() => {
    if (text.current) addCopyButtons(text.current)
  }, [html])
  return (
    <div
      ref={text}
      className={`prose ${className}`}
      data-html={id}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server's renderer
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
