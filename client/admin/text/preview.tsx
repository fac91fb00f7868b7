/** The text rendered by the server, which renders it for the site too, at the place of the caret. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { NotShown } from '#domain/texts/not-shown.ts'
import { Prose } from '../../components/prose.tsx'
import { call, sentenceOf } from '../../data/api-client.ts'
import { withWaitingImages } from './images.ts'

const TYPING_MS = 200

interface PreviewProps {
  title: string
  text: string
  area: RefObject<HTMLTextAreaElement | null>
}

interface PreviewMeta {
  /** Images that no saved post has yet. */
  waiting?: string[]
  not_shown?: NotShown[]
}

interface Rendered {
  html: string
  notShown: readonly NotShown[]
  fault: string | null
}

/** The rendered text; images that wait for their post come from where the admin may see them. */
function useRendered(title: string, text: string): Rendered | null {
  const [rendered, setRendered] = useState<Rendered | null>(null)
  const images = useRef(new Map<string, string>())
  useEffect(() => {
    let gone = false
    const timer = setTimeout(async () => {
      try {
        const body = { title, content: text }
        const { data, meta } = await call<{ html: string }, PreviewMeta | undefined>(
          'POST',
          '/posts/preview',
          body,
        )
        for (const path of meta?.waiting ?? []) {
          if (images.current.has(path)) continue
          const image = await call<{ url: string }>('GET', path)
          images.current.set(path, image.data.url)
        }
        const html = withWaitingImages(data.html, images.current)
        if (!gone) setRendered({ html, notShown: meta?.not_shown ?? [], fault: null })
      } catch (error) {
        const fault = sentenceOf(error)
        if (!gone) setRendered((last) => ({ html: '', notShown: [], ...last, fault }))
      }
    }, TYPING_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [title, text])
  return rendered
}

export function Preview({ title, text, area }: PreviewProps) {
  const rendered = useRendered(title, text)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const follow = () => {
      if (rendered && area.current && box.current) showCaret(area.current, box.current)
    }
    follow()
    document.addEventListener('selectionchange', follow)
    return () => document.removeEventListener('selectionchange', follow)
  }, [rendered, area])
  return (
    <section ref={box} className="preview box" aria-label="Preview" aria-busy={!rendered}>
      {rendered?.fault && <p className="admin-fault">{rendered.fault}</p>}
      {rendered && rendered.notShown.length > 0 && (
        <div className="box small">
          <p>Not shown to readers</p>
          <ul>
            {rendered.notShown.map(({ line, reason }) => (
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
        rendered && <Prose html={rendered.html} />
      )}
    </section>
  )
}

const GAPS = /\n\s*\n/

/** Scrolls to the block of the caret, unless it is in sight: as far down as its paragraph is. */
function showCaret({ value, selectionEnd }: HTMLTextAreaElement, box: HTMLElement): void {
  const blocks = box.querySelector('.prose')?.children ?? []
  const above = value.slice(0, selectionEnd).trimStart().split(GAPS).length - 1
  const share = above / value.trim().split(GAPS).length
  const block = blocks[Math.min(Math.floor(share * blocks.length), blocks.length - 1)]
  if (!block) return
  const [place, frame] = [block.getBoundingClientRect(), box.getBoundingClientRect()]
  const [top, bottom] = [Math.max(frame.top, 0), Math.min(frame.bottom, innerHeight)]
  if (place.top >= top && place.bottom <= bottom) return
  // Where the box does not scroll by itself, the page does.
  const scroller = box.scrollHeight > box.clientHeight + 1 ? box : document.documentElement
  scroller.scrollBy({ top: place.top - top - (bottom - top) / 3 })
}
