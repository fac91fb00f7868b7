/** 'Edit' on a post or page, once the server has accepted the token: only scripts add it. */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { type PageProps, useApp } from '../../app-context.ts'
import { call } from '../../data/api-client.ts'
import type { Page } from '../../start/page-table.ts'
import { isAccepted, useSession } from '../../state/stored.ts'

export function EditLink({ page, params }: Pick<PageProps, 'params'> & { page: Page }) {
  const { queries, today } = useApp()
  const token = useSession((session) => session.token)
  const isAdmin = useSession(isAccepted)
  const href = page.editHref?.(params)
  const [query = ''] = page.queries({ params, search: new URLSearchParams(), today })
  const isLoaded = useStore(queries.entries, () => queries.state(query).answer !== null)
  useEffect(() => {
    if (!href || token === null || isAdmin) return
    call('GET', '/status').then(
      () => useSession.setState({ accepted: token }),
      () => {},
    )
  }, [href, token, isAdmin])
  useEffect(() => {
    // Back leads to the page as it was before the edit.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && queries.expire()
    if (isAdmin) addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [isAdmin, queries])
  if (!href || !isLoaded || !isAdmin) return null
  return (
    <a className="button button-small" href={href}>
      Edit
    </a>
  )
}
