/** One image of the media folder: a small picture, its facts, and what can be done with it. */
import { useState } from 'react'
import type { MediaImage } from '#domain/answers/admin-answers.ts'
import { formatShortDay } from '#domain/days/day.ts'
import { postHref } from '../../components/post-card.tsx'

/** Posts that are named in a row at first. */
const NAMED_MAX = 3
const STATE_WORDS = { draft: ' (draft)', scheduled: ' (scheduled)', live: '' } as const

interface ImageRowProps {
  image: MediaImage
  onCopy: () => void
  onRemove: (row: Element | null) => void
}

export function ImageRow({ image, onCopy, onRemove }: ImageRowProps) {
  const { path, name, bytes, width, height, day, posts, files } = image
  return (
    <li className="admin-row media-row">
      <a className="media-picture" href={path} target="_blank" rel="noopener" title={name}>
        {/* Its name stands beside it. */}
        <img src={path} alt="" loading="lazy" decoding="async" />
        <span className="visually-hidden">Open {name} (opens in a new tab)</span>
      </a>
      <div className="admin-row-words">
        <p className="admin-row-title media-name">
          <bdi>{name}</bdi>
        </p>
        <p className="meta meta-dots">
          <span>{sizeWords(bytes)}</span>
          {width !== null && height !== null && (
            <span>
              {width} × {height}
            </span>
          )}
          <time dateTime={day}>{formatShortDay(day)}</time>
        </p>
        <ShownBy posts={posts} files={files} />
      </div>
      <div className="admin-row-buttons">
        <button
          type="button"
          className="button button-small"
          aria-label={`Copy markdown: ${name}`}
          onClick={onCopy}
        >
          Copy markdown
        </button>
        {posts.length + files.length === 0 && (
          <button
            type="button"
            className="button button-small button-danger"
            aria-label={`Remove: ${name}`}
            onClick={(event) => onRemove(event.currentTarget.closest('li'))}
          >
            Remove
          </button>
        )}
      </div>
    </li>
  )
}

function ShownBy({ posts, files }: Pick<MediaImage, 'posts' | 'files'>) {
  const [isWhole, setIsWhole] = useState(false)
  if (posts.length + files.length === 0) return <p className="media-shown">No post shows it.</p>
  const named = isWhole ? posts : posts.slice(0, NAMED_MAX)
  const more = posts.length - named.length
  return (
    <p className="media-shown">
      In{' '}
      {named.map(({ id, title, state }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <bdi>{state === 'live' ? <a href={postHref(id)}>{title}</a> : title}</bdi>
          {STATE_WORDS[state]}
        </span>
      ))}
      {more > 0 && (
        <>
          {' '}
          <button type="button" className="media-more" onClick={() => setIsWhole(true)}>
            and {more} more
          </button>
        </>
      )}
      {files.map((file, index) => (
        <span key={file}>
          {(index > 0 || posts.length > 0) && ', '}
          {file === 'about.md' ? <a href="/about">the about page</a> : <code>{file}</code>}
        </span>
      ))}
    </p>
  )
}

const KB = 1000

/** The size of a file in words: `640 B`, `84 kB`, `1.2 MB`. */
function sizeWords(bytes: number): string {
  if (bytes < KB) return `${bytes} B`
  if (bytes < KB * KB) return `${Math.round(bytes / KB)} kB`
  return `${(bytes / KB / KB).toFixed(1)} MB`
}
