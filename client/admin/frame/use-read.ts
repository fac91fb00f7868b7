/** Reads of the panel: when a screen opens, and again when `cause` changes. */
import { useEffect, useState } from 'react'
import type { Answer } from '#domain/answers/public-answers.ts'
import { call, sentenceOf } from '../../data/api-client.ts'
import { useStatus } from './status.ts'

export interface Read<Data, Meta = undefined> {
  /** Null until the first answer; kept when the path changes or a read fails. */
  data: Data | null
  meta: Meta | null
  /** Error of the newest request as a sentence; null after success. */
  error: string | null
  reload: () => void
}

type Ask<Data, Meta> = (path: string) => Promise<Answer<Data, Meta>>

const NOTHING = { data: null, meta: null, error: null }

/**
 * Reads a query path with the token. `Data` and `Meta` are not checked.
 * @param cause a change of it reads again
 * @param ask replaces the GET request; a stable function, since another one reads again
 */
export function useRead<Data, Meta = undefined>(
  path: string,
  cause?: unknown,
  ask: Ask<Data, Meta> = get,
): Read<Data, Meta> {
  const [state, setState] = useState<Omit<Read<Data, Meta>, 'reload'>>(NOTHING)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cause or try reads again
  useEffect(() => {
    let isOld = false
    const show = (part: Partial<typeof state>) => {
      if (!isOld) setState((last) => ({ ...last, ...part }))
    }
    ask(path).then(
      ({ data, meta = null }) => show({ data, meta, error: null }),
      (error) => show({ error: sentenceOf(error) }),
    )
    return () => {
      isOld = true
    }
  }, [path, ask, cause, tries])
  return { ...state, reload: () => setTries(tries + 1) }
}

const get = <Data, Meta>(path: string) => call<Data, Meta>('GET', path)

/** `useRead` that also reads after every status answer: after writes, on focus, every 30 s. */
export function useLiveRead<Data, Meta = undefined>(path: string, ask?: Ask<Data, Meta>) {
  const answers = useStatus((state) => state.answers)
  return useRead(path, answers, ask)
}
