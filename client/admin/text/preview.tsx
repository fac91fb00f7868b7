/** The text rendered by the server, which renders it for the site too. */
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Prose } from '../../components/prose.tsx'
import { call, sentenceOf } from '../frame/admin-api.ts'
import { withWaitingImages } from './image-text.ts'
import type { ImageUploads } from './use-image-uploads.ts'

const TYPING_MS = 200

/** Where to see images that are not published yet, by their addresses. */
type Addresses = ReadonlyMap<string, string>

/** Images that wait since before this page was opened are with the server alone. */
async function fetchImages(
  paths: readonly string[],
  known: Addresses,
  fetched: Map<string, string>,
) {
  for (const path of paths) {
    if (known.has(path) || fetched.has(path)) continue
    const { data } = await call<{ url: string }>('GET', path)
    fetched.set(path, data.url)
  }
}

export function Preview({ text, images }: { text: string; images: ImageUploads }) {
  const addresses = useStore(images.shown, (shown) => shown.addresses)
  const [shown, setShown] = useState<{ html: string; fault: string | null }>()
  const fetched = useRef(new Map<string, string>())
  useEffect(() => {
    let gone = false
    const timer = setTimeout(async () => {
      try {
        const { data, meta } = await call<{ html: string }, { waiting?: string[] } | undefined>(
          'POST',
          '/posts/preview',
          { content: text },
        )
        await fetchImages(meta?.waiting ?? [], addresses, fetched.current)
        if (!gone) setShown({ html: data.html, fault: null })
      } catch (error) {
        if (!gone) setShown((last) => ({ html: last?.html ?? '', fault: sentenceOf(error) }))
      }
    }, TYPING_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [text, addresses])
  return (
    <section className="preview" aria-label="Preview" aria-busy={!shown}>
      {shown?.fault && <p className="admin-fault">{shown.fault}</p>}
      {text.trim() === '' ? (
        <p className="admin-hint">Nothing to preview yet.</p>
      ) : (
        shown && (
          <Prose
            id="preview"
            html={withWaitingImages(shown.html, new Map([...fetched.current, ...addresses]))}
          />
        )
      )}
    </section>
  )
}
