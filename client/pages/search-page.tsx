/** The search page: a form that works without scripts, and ranked posts with marked hits. */
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { tagPath } from '#domain/addresses.ts'
import type { SearchAnswer, TagsAnswer } from '#domain/answers/public-answers.ts'
import { plural } from '#domain/texts/plural.ts'
import { type PageProps, useQuery } from '../app-context.ts'
import { announce, Empty, Loaded, PageHeading } from '../components/frame/parts.tsx'
import { PostEntry } from '../components/post-card.tsx'
import { useFieldValue } from '../components/use-field-value.ts'
import { searchQuery } from '../start/page-queries.ts'
import { setShortcuts, usePreferences, useSession } from '../state/stored.ts'

export function SearchPage({ search }: PageProps) {
  const q = search.get('q')?.trim() ?? ''
  const field = useFieldValue(q)
  return (
    <div className="split">
      <PageHeading title="Search" />
      <div>
        {/* biome-ignore lint/a11y/useSemanticElements: <search> is too new for some readers */}
        <form className="list-start row row-line" role="search" action="/search">
          <label className="visually-hidden" htmlFor="q">
            Search posts
          </label>
          <input
            ref={field}
            // biome-ignore lint/a11y/noAutofocus: a visitor of the empty search is about to type
            autoFocus={q === ''}
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
        {q === '' && <Start />}
        {q && (
          <Loaded<SearchAnswer>
            key={q}
            path={searchQuery(q)}
            loading="Searching..."
            failed="Failed to search posts"
            shape="rows"
          >
            {(answer) => <Hits q={q} answer={answer} />}
          </Loaded>
        )}
      </div>
    </div>
  )
}

/** The tags that have posts, and the setting of the key: speech input presses keys unintended. */
function Start() {
  const tags = useQuery<TagsAnswer>('/posts/tags').answer?.data ?? []
  const isOn = usePreferences(({ hasShortcuts }) => hasShortcuts)
  const isAdmin = useSession(({ token }) => token !== null)
  return (
    <>
      <ul className="chips row" aria-label="Tags">
        {tags.map(
          ({ id, name, color, count }) =>
            count > 0 && (
              <li key={id}>
                <Link className={`chip ${color}`} href={tagPath(id)} dir="auto">
                  {name}
                </Link>
              </li>
            ),
        )}
      </ul>
      <label className="shortcut-switch row row-line muted small needs-scripts">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => setShortcuts(target.checked)}
        />
        The key / opens this page{isAdmin && '; j, k, e, n, v and z work in the panel'}
      </label>
    </>
  )
}

function Hits({ q, answer: { data: hits, meta } }: { q: string; answer: SearchAnswer }) {
  const isSimilar = meta?.similar === true
  const count = `${plural(hits.length, 'post')} for “${q}”`
  const line = isSimilar ? 'No exact match. Similar posts:' : count
  useEffect(() => announce(hits.length === 0 ? count : line), [hits.length, count, line])
  if (hits.length === 0) {
    return <Empty title={`No posts found for “${q}”`}>Try another word, or fewer of them.</Empty>
  }
  const mark = isSimilar ? (text: string) => text : markWords(q)
  return (
    <section aria-label="Results">
      <p className="list-start muted" dir="auto">
        {line}
      </p>
      <ol className="timeline">
        {hits.map((hit) => (
          <li key={hit.id}>
            <PostEntry
              post={hit}
              badge
              heading="h2"
              hit={{ title: mark(hit.title), text: mark(hit.snippet) }}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Marks words that begin with a search word. */
function markWords(q: string): (text: string) => ReactNode {
  const words = q.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return (text) => text
  // Words consist of letters and digits, so no escaping is needed.
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})`, 'giu')
  return (text) =>
    text
      .split(pattern)
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move; odd parts are hits
      .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))
}
