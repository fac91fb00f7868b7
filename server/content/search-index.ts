/**
 * The search index itself, without threads: words of titles, tags and texts, found also by their
 * beginning and with a letter wrong.
 */
import MiniSearch from 'minisearch'
import { readingText } from '../markdown/plain-text.ts'
import { foldTerm, wordsOf } from './search-terms.ts'

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
  /** Words of the post that matched, folded. */
  terms: string[]
}

/** Terms of a query that are looked at; more would only cost time. */
const QUERY_TERMS_MAX = 12
const FUZZY_LENGTH_MIN = 4
const FUZZINESS = 0.2
const FUZZY_DISTANCE_MAX = 2
const TITLE_BOOST = 4
const TAGS_BOOST = 2

/** An empty index. */
export function createSearchIndex() {
  const index = new MiniSearch<SearchDocument>({
    fields: ['title', 'tags', 'content'],
    extractField: (document, field) => {
      const text = document[field as keyof SearchDocument] // one of `fields` above, or the id
      return field === 'content' ? readingText(text) : text
    },
    tokenize: (text) => Array.from(wordsOf(text), ({ word }) => word),
    processTerm: (term) => foldTerm(term) || null,
  })
  return {
    /** Adds posts; one of an id that is there takes its place. */
    put(documents: readonly SearchDocument[]): void {
      for (const document of documents) {
        if (index.has(document.id)) index.replace(document)
        else index.add(document)
      }
    },

    /** Takes posts out. */
    remove(ids: readonly string[]): void {
      for (const id of ids) if (index.has(id)) index.discard(id)
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
      return found.slice(0, limit).map(({ id, terms }) => ({ id: String(id), terms }))
    },
  }
}
