/** The one way in which the panel reads: when a screen opens, and again when `cause` changes. */
import { useEffect, useState } from 'react'
import type { Answer } from '#domain/answers/public-answers.ts'
import { call, sentenceOf } from '../../data/api-client.ts'
import { useStatus } from './status.ts'

export interface Read<Data, Meta = undefined> {
  /** Null until the first answer; another path or a failure leaves the last one. */
  data: Data | null
  meta: Meta | null
  /** Why the newest request failed, as a sentence; null when it did not. */
  fault: string | null
  reload: () => void
}

type Ask<Data, Meta> = (path: string) => Promise<Answer<Data, Meta>>

const NOTHING = { data: null, meta: null, fault: null }

/**
 * Reads a query path with the token. The caller names the shapes.
 * @param cause asks again whenever it is another value
 * @param ask what is called with the path, where one call is not enough
 */
export function useRead<Data, Meta = undefined>(
  path: string,
  cause?: unknown,
  ask: Ask<Data, Meta> = get,
): Read<Data, Meta> {
  const [state, setState] = useState<Omit<Read<Data, Meta>, 'reload'>>(NOTHING)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cause or try asks again
  useEffect(() => {
    let isOld = false
    const show = (part: Partial<typeof state>) => {
      if (!isOld) setState((last) => ({ ...last, ...part }))
    }
    ask(path).then(
      ({ data, meta = null }) => show({ data, meta, fault: null }),
      (error) => show({ fault: sentenceOf(error) }),
    )
    return () => {
      isOld = true
    }
  }, [path, ask, cause, tries])
  return { ...state, reload: () => setTries(tries + 1) }
}

const get = <Data, Meta>(path: string) => call<Data, Meta>('GET', path)

/** As `useRead`, again with every answer of the status: after each write, on focus, every 30 s. */
export function useLiveRead<Data, Meta = undefined>(path: string, ask?: Ask<Data, Meta>) {
  const answers = useStatus((state) => state.answers)
  return useRead(path, answers, ask)
}
