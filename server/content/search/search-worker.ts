/** The thread of the search index: what it is told arrives in order, so a search sees it all. */
import { parentPort } from 'node:worker_threads'
import { createSearchIndex, type SearchDocument, type SearchMatch } from './search-index.ts'

export type SearchRequest =
  | { kind: 'put'; documents: SearchDocument[] }
  | { kind: 'remove'; ids: string[] }
  | { kind: 'search'; query: string; limit: number }

/** Answers come in the order of the questions. */
export interface SearchReply {
  matches: SearchMatch[]
}

const index = createSearchIndex()

parentPort?.on('message', (request: SearchRequest) => {
  if (request.kind === 'put') index.put(request.documents)
  else if (request.kind === 'remove') index.remove(request.ids)
  else {
    const matches = index.search(request.query, request.limit)
    parentPort?.postMessage({ matches } satisfies SearchReply)
  }
})
