/** A read of the admin that is asked when something shows, and again after a change. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../data/api-client.ts'
import { whenBack } from '../../start/network.ts'
import { call, sentenceOf } from './admin-api.ts'

interface Loaded<Data> {
  /** Null until the first answer. */
  data: Data | null
  /** A sentence, when the last question failed. */
  fault: string | null
  reload: () => Promise<void>
}

/**
 * Follows a query path; null asks nothing. The caller names the shape of the data.
 * @param cause asked again whenever it is another
 */
export function useLoaded<Data>(path: string | null, cause?: unknown): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'reload'> & { isLost: boolean }>({
    data: null,
    fault: null,
    isLost: false,
  })
  // Another cause makes it another question, of the same path.
  const question = useMemo(() => ({ path, cause }), [path, cause])
  const asked = useRef(0)
  const reload = useCallback(async () => {
    if (question.path === null) return
    asked.current += 1
    const own = asked.current
    try {
      const { data } = await call<Data>('GET', question.path)
      if (own === asked.current) setState({ data, fault: null, isLost: false })
    } catch (error) {
      if (own !== asked.current) return
      setState((last) => ({ ...last, fault: sentenceOf(error), isLost: isLost(error) }))
    }
  }, [question])
  useEffect(() => {
    void reload()
    return () => {
      asked.current += 1
    }
  }, [reload])
  useAskAgain(state.isLost, reload)
  return { data: state.data, fault: state.fault, reload }
}

/** Whether a question failed because no answer came. */
export const isLost = (error: unknown): boolean =>
  error instanceof ApiError && error.statusCode === 0

/** Asks again when there may be a network again, while the last answer was lost. */
export function useAskAgain(lost: boolean, ask: () => Promise<void>): void {
  useEffect(() => (lost ? whenBack(() => void ask()) : undefined), [lost, ask])
}
