/** Search: a form that works without scripts, and ranked posts. */
import { type FormEvent, useEffect, useRef } from 'react'
import type { SearchAnswer, SearchHit } from '#domain/answers/public-answers.ts'
import { listOfType } from '#domain/post.ts'
import { type PageProps, useApp } from '../app-context.ts'
import { Empty, Failure, Waiting } from '../components/frame/notices.tsx'
import { PageHeading } from '../components/frame/page-heading.tsx'
import { CardLink } from '../components/post-card.tsx'
import { PostDay, TagList, TypeBadge } from '../components/post-meta.tsx'
import { useFailureToast, useQuery } from '../data/use-query.ts'
import { navigateTo } from '../start/history-entries.ts'
import { whenOnline } from '../start/network.ts'
import { searchQuery } from '../start/page-queries.ts'
import { takeSearchKey } from '../start/search-key.ts'
import { announce } from '../state/announcement.ts'

const FAILED = 'Failed to search posts'

export function SearchPage({ search }: PageProps) {
  const q = search.get('q')?.trim() ?? ''
  const field = useRef<HTMLInputElement>(null)
  // The heading has had the focus by then.
  useEffect(() => {
    if (takeSearchKey()) field.current?.select()
  }, [])
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const asked = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    whenOnline(() => navigateTo(asked ? `/search?${new URLSearchParams({ q: asked })}` : '/search'))
  }
  return (
    <>
      <PageHeading title="Search" />
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is too new for some readers */}
      <form className="search-form" role="search" action="/search" onSubmit={onSubmit}>
        <label className="visually-hidden" htmlFor="q">
          Search posts
        </label>
        <input
          key={q}
          ref={field}
          id="q"
          name="q"
          type="search"
          className="input"
          dir="auto"
          defaultValue={q}
          placeholder="Search posts"
          autoComplete="off"
          maxLength={200}
        />
        <button type="submit" className="button button-primary">
          Search
        </button>
      </form>
      {q && <Hits q={q} />}
    </>
  )
}

function Hits({ q }: { q: string }) {
  const { queries } = useApp()
  const path = searchQuery(q)
  const state = useQuery<SearchAnswer>(path)
  useFailureToast(state, FAILED)
  const count = state.answer?.data.length
  useEffect(() => {
    if (count !== undefined) announce(formatHits(count, q))
  }, [count, q])
  if (state.status === 'loading') return <Waiting text="Searching..." shape="entry" />
  if (state.status === 'failed')
    return <Failure text={FAILED} onRetry={() => queries.retry(path)} />
  const hits = state.answer.data
  if (hits.length === 0) {
    return <Empty title={`No posts found for “${q}”`}>Try another word, or fewer of them.</Empty>
  }
  return (
    <section aria-label="Results">
      <p className="search-count" dir="auto">
        {formatHits(hits.length, q)}
      </p>
      <ol className="timeline">
        {hits.map((hit) => (
          <li key={hit.id}>
            <Hit hit={hit} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Hit({ hit }: { hit: SearchHit }) {
  return (
    <article className="entry">
      <p className="meta meta-dots entry-meta">
        <PostDay post={hit} />
        <TypeBadge type={hit.type} />
      </p>
      <div className="entry-body">
        <CardLink post={hit} heading="h2" text={hit.snippet} />
        <TagList tags={hit.tags} list={listOfType(hit.type)} />
      </div>
    </article>
  )
}

function formatHits(count: number, q: string): string {
  return `${count === 1 ? '1 post' : `${count} posts`} for “${q}”`
}
