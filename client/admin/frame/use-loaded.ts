/** A read of the admin that is asked when something shows, and again after a change. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, sentenceOf } from './admin-api.ts'

interface Loaded<Data> {
  /** Null until the first answer. */
  data: Data | null
  /** A sentence, when the last question failed. */
  fault: string | null
  reload: () => Promise<void>
}

/** Follows a query path; null asks nothing. The caller names the shape of the data. */
export function useLoaded<Data>(path: string | null): Loaded<Data> {
  const [state, setState] = useState<Pick<Loaded<Data>, 'data' | 'fault'>>({
    data: null,
    fault: null,
  })
  const asked = useRef(0)
  const reload = useCallback(async () => {
    if (path === null) return
    asked.current += 1
    const own = asked.current
    try {
      const { data } = await call<Data>('GET', path)
      if (own === asked.current) setState({ data, fault: null })
    } catch (error) {
      if (own === asked.current) setState((last) => ({ ...last, fault: sentenceOf(error) }))
    }
  }, [path])
  useEffect(() => {
    void reload()
    return () => {
      asked.current += 1
    }
  }, [reload])
  return { ...state, reload }
}
