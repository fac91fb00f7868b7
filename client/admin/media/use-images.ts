/** The images of the media folder, part by part. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { MediaImage } from '#domain/answers/admin-answers.ts'
import { useSession } from '../../state/session.ts'
import { call, sentenceOf } from '../frame/admin-api.ts'
import { isLost, useAskAgain } from '../frame/use-loaded.ts'

const LIST_PART = 50

interface ImagesState {
  /** Null until the first answer. */
  images: readonly MediaImage[] | null
  total: number
  nextCursor: string | null
  /** A sentence, when the last question failed. */
  fault: string | null
  loading: boolean
  /** Whether no answer came for it. */
  lost: boolean
}

interface PartMeta {
  next_cursor: string | null
  total: number
}

const NOTHING: ImagesState = {
  images: null,
  total: 0,
  nextCursor: null,
  fault: null,
  loading: false,
  lost: false,
}

const part = (cursor: string | null) =>
  call<MediaImage[], PartMeta>(
    'GET',
    `/media?limit=${LIST_PART}${cursor === null ? '' : `&cursor=${cursor}`}`,
  )

/** What of the list is shown, how to ask for as much again, and for more. */
export function useImages() {
  const loggedIn = useSession(({ token }) => token !== null)
  const [state, setState] = useState(NOTHING)
  const shown = useRef(state)
  shown.current = state
  const asked = useRef(0)
  /** Adds parts to those given until there are so many. */
  const load = useCallback(
    async (start: Pick<ImagesState, 'images' | 'nextCursor'>, wanted: number) => {
      asked.current += 1
      const own = asked.current
      setState((last) => ({ ...last, loading: true }))
      try {
        const images = [...(start.images ?? [])]
        let cursor = start.nextCursor
        let total = 0
        do {
          const { data, meta }: Awaited<ReturnType<typeof part>> = await part(cursor)
          images.push(...data)
          cursor = meta?.next_cursor ?? null
          total = meta?.total ?? images.length
        } while (cursor !== null && images.length < wanted && own === asked.current)
        if (own !== asked.current) return
        setState({ ...NOTHING, images, total, nextCursor: cursor })
      } catch (error) {
        if (own !== asked.current) return
        const failure = { fault: sentenceOf(error), lost: isLost(error), loading: false }
        setState((last) => ({ ...last, ...failure }))
      }
    },
    [],
  )
  const reload = useCallback(() => {
    const { images, nextCursor } = shown.current
    // If the whole list was shown, show all of it again.
    const isWhole = images !== null && nextCursor === null
    return load(NOTHING, isWhole ? Number.POSITIVE_INFINITY : (images?.length ?? 0))
  }, [load])
  useAskAgain(state.lost, reload)
  const loadMore = () => load(shown.current, 0)
  useEffect(() => {
    if (loggedIn) void reload()
    return () => {
      asked.current += 1
    }
  }, [loggedIn, reload])
  return { ...state, reload, loadMore }
}
