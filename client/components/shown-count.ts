/** Announces to screen readers how many posts a filter left. */
import { useEffect } from 'react'
import type { ListAddress } from '../data/list-address.ts'
import { lastRouteChange } from '../start/history-entries.ts'
import { announce } from '../state/announcement.ts'

/** Announces the count once it is known; not on a new document, which is read out by itself. */
export function useAnnouncedCount(total: number | undefined, { tags, after }: ListAddress): void {
  const filter = tags.join()
  useEffect(() => {
    if (total === undefined || after !== null || !filter || lastRouteChange() === 'load') return
    announce(total === 1 ? '1 post' : `${total} posts`)
  }, [total, filter, after])
}
