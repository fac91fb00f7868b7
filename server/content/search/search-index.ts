/**
 * The search index itself, without threads: words of titles, tags and texts, found also by their
 * beginning and with a letter wrong.
 */
import MiniSearch from 'minisearch'
import { readingText } from '../../markdown/plain-text.ts'
import { foldTerm, wordsOf } from './search-terms.ts'
import { snippetOf } from './snippet.ts'

/** A post as the index takes it. */
export interface SearchDocument {
  id: string
  title: string
  tags: string
  /** Markdown. */
  content: string
}

export interface SearchMatch {
  id: string
  /** Plain text around the first word that matched. */
  snippet: string
}

/** Terms of a query that are looked at; more would only cost time. */
const QUERY_TERMS_MAX = 12
const FUZZY_LENGTH_MIN = 4
const FUZZINESS = 0.2
const FUZZY_DISTANCE_MAX = 2
const TITLE_BOOST = 4
const TAGS_BOOST = 2
/** Characters of a text in which the match of a snippet is looked for: a short book's. */
const SNIPPET_TEXT_MAX = 100_000

/** An empty index. */
export function createSearchIndex() {
  /** Reading texts by id. */
  const texts = new Map<string, string>()
  const index = new MiniSearch<SearchDocument>({
    fields: ['title', 'tags', 'content'],
    tokenize: (text) => Array.from(wordsOf(text), ({ word }) => word),
    processTerm: (term) => foldTerm(term) || null,
  })
  return {
    /** Adds posts; one of an id that is there takes its place. */
    put(documents: readonly SearchDocument[]): void {
      for (const { id, title, tags, content } of documents) {
        const text = readingText(content, { title })
        const document = { id, title, tags, content: text }
        if (index.has(id)) index.discard(id)
        index.add(document)
        texts.set(id, text.slice(0, SNIPPET_TEXT_MAX))
      }
    },

    /** Takes posts out. */
    remove(ids: readonly string[]): void {
      for (const id of ids) {
        if (index.has(id)) index.discard(id)
        texts.delete(id)
      }
    },

    /** The best matches: posts with every word, or with any when none has all. */
    search(query: string, limit: number): SearchMatch[] {
      const words = Array.from(wordsOf(query), ({ word }) => word).slice(0, QUERY_TERMS_MAX)
      const text = words.join(' ')
      const options = {
        boost: { title: TITLE_BOOST, tags: TAGS_BOOST },
        prefix: true,
        fuzzy: (term: string) => (term.length >= FUZZY_LENGTH_MIN ? FUZZINESS : false),
        maxFuzzy: FUZZY_DISTANCE_MAX,
      }
      const all = index.search(text, { ...options, combineWith: 'AND' })
      const found = all.length > 0 ? all : index.search(text, { ...options, combineWith: 'OR' })
      return found.slice(0, limit).map(({ id, terms }) => ({
        id: String(id),
        snippet: snippetOf(texts.get(String(id)) ?? '', terms),
      }))
    },
  }
}
