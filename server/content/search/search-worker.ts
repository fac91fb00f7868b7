/** The thread of the search index: what it is told arrives in order, so a search sees it all. */
import { serveRequests } from '../../workers/serve-requests.ts'
import { createSearchIndex, type SearchDocument, type SearchMatch } from './search-index.ts'

export type SearchRequest =
  | { kind: 'put'; documents: SearchDocument[] }
  | { kind: 'remove'; ids: string[] }
  | { kind: 'search'; query: string; limit: number }

const index = createSearchIndex()

serveRequests((request: SearchRequest): SearchMatch[] => {
  if (request.kind === 'search') return index.search(request.query, request.limit)
  if (request.kind === 'put') index.put(request.documents)
  else index.remove(request.ids)
  return []
})
