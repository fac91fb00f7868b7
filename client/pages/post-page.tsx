/** A post's page. If the post is unknown or cannot be loaded, it navigates home with a toast. */

import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { postPath } from '#domain/addresses.ts'
import type { PostAnswer, PostMeta, PreviewAnswer } from '#domain/answers/public-answers.ts'
import { imagePath } from '#domain/image.ts'
import type { Post, PostHeading, PostLink, PostType } from '#domain/post.ts'
import { DEFAULT_AUTHOR, replyAddress } from '#domain/site.ts'
import { type PageProps, useApp, useQuery } from '../app-context.ts'
import { Icon, OutLink, Waiting } from '../components/frame/parts.tsx'
import {
  AuthorCard,
  DayText,
  ForProject,
  isUntitled,
  LengthMeta,
  loggedText,
  TagList,
  TypeBadge,
} from '../components/post-card.tsx'
import { Prose } from '../components/prose.tsx'
import type { QueryFailure } from '../data/query-store.ts'
import { lastNavigation, navigate } from '../start/navigation.ts'
import { postQuery, previewQuery } from '../start/page-queries.ts'
import { addToast } from '../state/toasts.ts'
import { ErrorPage } from './not-found-page.tsx'

/** Time that 'Post not found' is shown on a new document. */
const HOME_DELAY_MS = 3000

const BACK: Partial<Record<PostType, { href: string; label: string }>> = {
  essay: { href: '/essays', label: 'Back to Essays' },
  short: { href: '/short-posts', label: 'Back to Short Posts' },
}
const BACK_HOME = { href: '/', label: 'Back to Home' }

export function PostPage({ params }: PageProps) {
  const state = useQuery<PostAnswer>(postQuery(params.postId ?? ''))
  if (state.failure) return <MissingPost failure={state.failure} />
  if (!state.answer) {
    return (
      <div className="article">
        <h1 className="visually-hidden" tabIndex={-1}>
          Post
        </h1>
        <Waiting text="Loading post..." />
      </div>
    )
  }
  return <Article post={state.answer.data} meta={state.answer.meta} />
}

/** An unpublished post, for anyone with its preview link. */
// The server redirects to the post once it is public; no link inside the site leads here.
export function PreviewPage({ params }: PageProps) {
  const { answer } = useQuery<PreviewAnswer>(previewQuery(params.token ?? ''))
  if (!answer) {
    return (
      <ErrorPage
        title="This preview link has ended"
        text="Preview links last seven days, unless they are revoked before. Ask the author for a new one."
      />
    )
  }
  const { data: post, meta } = answer
  const note = meta && 'expires_at' in meta && (
    <p className="box muted">
      <strong>Preview.</strong> This is not published. Only people with this link can see it, until{' '}
      <DayText day={meta.expires_at.slice(0, 10)} />.
    </p>
  )
  return <Article post={post} meta={meta} before={note} />
}

interface ArticleProps {
  post: Post
  meta: PostMeta | undefined
  /** Content above the post; default: a link back to its list. */
  before?: ReactNode
}

function Article({ post, meta, before }: ArticleProps) {
  const back = BACK[post.type] ?? BACK_HOME
  const { url, title, tags, type, html } = post
  const { contents = [], edited, image } = meta ?? {}
  const { author } = useApp().site
  const isSigned = author.name !== DEFAULT_AUTHOR
  const logged = post.logged && loggedText(post.logged)
  const updated = edited && (
    <>
      Updated <DayText day={edited.day} className="dt-updated" />
    </>
  )
  return (
    <article className="article h-entry" lang={post.lang}>
      {before ?? (
        <Link className="back-link row muted" href={back.href}>
          <Icon name="arrow-left" size={16} />
          {back.label}
        </Link>
      )}
      <header className="article-head stack">
        <TypeBadge type={type} />
        <h1
          className={`${isUntitled(post) ? 'visually-hidden' : 'page-title'}${url ? '' : ' p-name'}`}
          dir="auto"
          tabIndex={-1}
        >
          {url ? (
            <OutLink href={url}>
              <span className="p-name">{title}</span>
              <Icon name="arrow-up-right" className="outward-mark" />
            </OutLink>
          ) : (
            title
          )}
        </h1>
        <LengthMeta post={post}>
          {post.logged?.state !== 'late' && logged && <span className="logged">{logged}</span>}
          {edited && <span>{edited.url ? <a href={edited.url}>{updated}</a> : updated}</span>}
          {isSigned && <span>{author.name}</span>}
        </LengthMeta>
      </header>
      {contents.length > 0 && <Contents headings={contents} />}
      {image && (
        <img
          className="cover u-featured"
          src={imagePath(post.image_url)}
          width={image.width}
          height={image.height}
          alt={post.image_alt}
        />
      )}
      <Prose html={html} className="e-content" />
      <ForProject post={post} />
      <Elsewhere post={post} />
      <TagList tags={tags} />
      <a className="u-url" href={postPath(post.id)} hidden>
        {title}
      </a>
      <AuthorCard
        className="p-author author row"
        // Below a few words the name above them would only be said again.
        isShown={isSigned && (type === 'essay' || author.image !== undefined)}
      />
      {(meta?.previous || meta?.next) && (
        <nav className="neighbours cards" aria-label="More posts">
          {meta.previous && <Neighbour label="Previous post" post={meta.previous} />}
          {meta.next && <Neighbour label="Next post" post={meta.next} />}
        </nav>
      )}
    </article>
  )
}

/** Copies of the post on other sites, and the way to answer. */
function Elsewhere({ post: { title, syndication = [] } }: { post: Post }) {
  const reply = replyAddress(useApp().site, title)
  if (!reply && syndication.length === 0) return null
  return (
    <p className="elsewhere row muted">
      {reply && (
        <a className="reply" href={reply}>
          Reply by mail
        </a>
      )}
      {syndication.map((url) => (
        <OutLink key={url} className="u-syndication" href={url}>
          {`Also on ${new URL(url).host.replace(/^www\./, '')}`}
        </OutLink>
      ))}
    </p>
  )
}

/** Table of contents of an essay, closed above its text and cover. */
function Contents({ headings }: { headings: readonly PostHeading[] }) {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    // The last heading in the upper third of the window, or above it.
    const mark = () => {
      const isPassed = ({ id }: PostHeading) =>
        (document.getElementById(id)?.getBoundingClientRect().top ?? innerHeight) < innerHeight / 3
      setCurrent(headings.findLast(isPassed)?.id ?? null)
    }
    addEventListener('scroll', mark, { passive: true })
    return () => removeEventListener('scroll', mark)
  }, [headings])
  return (
    <nav className="contents box" aria-label="Contents">
      <details>
        <summary>Contents</summary>
        {/* The first heading determines the direction of the list. */}
        <ul dir="auto">
          {headings.map(({ id, text, level }) => (
            <li key={id} className={`contents-${level}`}>
              <a
                href={`#${encodeURIComponent(id)}`}
                aria-current={id === current ? 'location' : undefined}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}

function Neighbour({ label, post }: { label: string; post: PostLink }) {
  return (
    <Link className="neighbour stack tight" href={postPath(post.id)}>
      <span className="muted">{label}</span>
      <span dir="auto">{post.title}</span>
    </Link>
  )
}

/** 'Post not found', then a navigation home. */
function MissingPost({ failure }: { failure: QueryFailure }) {
  const isUnknown = failure.statusCode === 404
  const text = isUnknown ? 'Post not found' : 'Failed to load post'
  const reason = isUnknown ? 'It may have been moved or taken down.' : failure.error
  useEffect(() => {
    addToast({ title: 'Error', description: text, tone: 'error' })
    const delay = lastNavigation() === 'load' ? HOME_DELAY_MS : 0
    const timer = setTimeout(() => navigate('/', { replace: true }), delay)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <ErrorPage
      title={text}
      text={`${reason.replace(/\.?$/, '.')} You will be taken to the home page in a moment.`}
      home="Back to Home"
    />
  )
}
