/** The text rendered by the server, which renders it for the site too. */
import { useEffect, useState } from 'react'
import { Prose } from '../components/prose.tsx'
import { call, sentenceOf } from './admin-api.ts'
import { withWaitingImages } from './image-text.ts'

const TYPING_MS = 200

interface PreviewProps {
  text: string
  /** Where to see images that are not published yet, by their addresses. */
  addresses: ReadonlyMap<string, string>
}

export function Preview({ text, addresses }: PreviewProps) {
  const [shown, setShown] = useState<{ html: string; fault: string | null }>()
  useEffect(() => {
    let gone = false
    const timer = setTimeout(async () => {
      try {
        const { data } = await call<{ html: string }>('POST', '/posts/preview', { content: text })
        if (!gone) setShown({ html: data.html, fault: null })
      } catch (error) {
        if (!gone) setShown((last) => ({ html: last?.html ?? '', fault: sentenceOf(error) }))
      }
    }, TYPING_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [text])
  return (
    <section className="preview" aria-label="Preview" aria-busy={!shown}>
      {shown?.fault && <p className="admin-fault">{shown.fault}</p>}
      {text.trim() === '' ? (
        <p className="admin-hint">Nothing to preview yet.</p>
      ) : (
        shown && <Prose id="preview" html={withWaitingImages(shown.html, addresses)} />
      )}
    </section>
  )
}
