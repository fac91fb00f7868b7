/** Reads of the panel from the query store, so with its retries. */
import { useEffect, useState } from 'react'
import type { Answer } from '#domain/answers/public-answers.ts'
import { useApp } from '../../app-context.ts'
import { useQuery } from '../../data/use-query.ts'

export interface Read<Data, Meta = undefined> {
  /** Null until the first answer. */
  data: Data | null
  meta: Meta | null
  /** Error of the newest request as a sentence; null after success. */
  error: string | null
  reload: () => void
}

/**
 * A read that is loaded again after every status answer: after writes, on focus, every 30 s. The
 * last answer stays while another path loads or a load fails. `Data` and `Meta` are not checked.
 */
export function useLiveRead<Data, Meta = undefined>(path: string): Read<Data, Meta> {
  const { queries } = useApp()
  const { answer, failure } = useQuery<Answer<Data, Meta>>(path)
  const [last, setLast] = useState(answer)
  if (answer !== null && answer !== last) setLast(answer)
  return readOf(answer ?? last, failure?.error, () => queries.retry(path))
}

/**
 * A read for a form: it is requested when the component opens, so that an edit never begins with a
 * stale answer, and its first answer stays. `Data` and `Meta` are not checked.
 */
export function useRead<Data, Meta = undefined>(path: string): Read<Data, Meta> {
  const { queries } = useApp()
  const { answer, failure } = useQuery<Answer<Data, Meta>>(path)
  const [requested, setRequested] = useState<string | null>(null)
  const [first, setFirst] = useState<{ path: string; answer: Answer<Data, Meta> } | null>(null)
  useEffect(() => {
    queries.retry(path)
    setRequested(path)
  }, [queries, path])
  const isRequested = requested === path
  const kept = first?.path === path ? first.answer : null
  if (isRequested && answer !== null && kept === null) setFirst({ path, answer })
  return readOf(kept, isRequested ? failure?.error : null, () => queries.retry(path))
}

function readOf<Data, Meta>(
  answer: Answer<Data, Meta> | null,
  error: string | null | undefined,
  reload: () => void,
): Read<Data, Meta> {
  return { data: answer?.data ?? null, meta: answer?.meta ?? null, error: error ?? null, reload }
}
