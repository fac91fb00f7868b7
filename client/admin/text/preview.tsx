/** The text rendered by the server, which renders it for the site too. */
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { NotShown } from '#domain/texts/not-shown.ts'
import { Prose } from '../../components/prose.tsx'
import { call, sentenceOf } from '../frame/admin-api.ts'
import { withWaitingImages } from './image-text.ts'
import type { ImageUploads } from './use-image-uploads.ts'

const TYPING_MS = 200

interface PreviewProps {
  title: string
  text: string
  images: ImageUploads
  /** Leads to a line of the text. */
  onLine: (line: number) => void
}

interface Shown {
  html: string
  notShown: readonly NotShown[]
  fault: string | null
}

interface PreviewMeta {
  waiting?: string[]
  not_shown?: NotShown[]
}

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

export function Preview({ title, text, images, onLine }: PreviewProps) {
  const addresses = useStore(images.shown, (shown) => shown.addresses)
  const [shown, setShown] = useState<Shown>()
  const fetched = useRef(new Map<string, string>())
  useEffect(() => {
    let gone = false
    const timer = setTimeout(async () => {
      try {
        const { data, meta } = await call<{ html: string }, PreviewMeta | undefined>(
          'POST',
          '/posts/preview',
          { title, content: text },
        )
        await fetchImages(meta?.waiting ?? [], addresses, fetched.current)
        if (!gone) setShown({ html: data.html, notShown: meta?.not_shown ?? [], fault: null })
      } catch (error) {
        if (!gone) {
          const fault = sentenceOf(error)
          setShown((last) => ({ html: '', notShown: [], ...last, fault }))
        }
      }
    }, TYPING_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [title, text, addresses])
  return (
    <section className="preview" aria-label="Preview" aria-busy={!shown}>
      {shown?.fault && <p className="admin-fault">{shown.fault}</p>}
      {shown && shown.notShown.length > 0 && (
        <NotShownList notShown={shown.notShown} onLine={onLine} />
      )}
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

function NotShownList({
  notShown,
  onLine,
}: Pick<Shown, 'notShown'> & Pick<PreviewProps, 'onLine'>) {
  return (
    <div className="not-shown">
      <p className="not-shown-head">Not shown to readers</p>
      <ul>
        {notShown.map(({ line, reason }) => (
          <li key={`${line} ${reason}`}>
            <button type="button" className="not-shown-line" onClick={() => onLine(line)}>
              Line {line}
            </button>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
