/** Tells those who cannot see it how many posts a filter left. */
import { useEffect } from 'react'
import type { ListAddress } from '../data/list-address.ts'
import { lastArrival } from '../start/history-entries.ts'
import { announce } from '../state/announcement.ts'

/** Says the number once it is known; on a fresh load the page speaks for itself. */
export function useCountSaid(total: number | undefined, { tags, after }: ListAddress): void {
  const filter = tags.join()
  useEffect(() => {
    if (total === undefined || after !== null || !filter || lastArrival() === 'load') return
    announce(total === 1 ? '1 post' : `${total} posts`)
  }, [total, filter, after])
}
