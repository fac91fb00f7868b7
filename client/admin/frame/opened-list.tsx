/** A list of the panel that is closed at first, and loaded each time it is opened. */
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { useLoaded } from './use-loaded.ts'

interface LoadedListProps<Item> {
  /** What it lists, as in 'No tags.' */
  name: string
  /** Query path. */
  path: string
  /** Asked for again whenever this is another. */
  cause?: unknown
  /** The rows of a list that has some. */
  children: (list: readonly Item[], reload: () => void) => ReactNode
}

export function OpenedList<Item>({ title, ...list }: LoadedListProps<Item> & { title: string }) {
  const [open, setOpen] = useState(false)
  return (
    <details
      className="opened-list"
      onToggle={(event: SyntheticEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {open && <LoadedList {...list} />}
    </details>
  )
}

function LoadedList<Item>({ name, path, cause, children }: LoadedListProps<Item>) {
  const { data, fault, reload } = useLoaded<readonly Item[]>(path, cause)
  if (data === null && fault === null) return <p className="admin-hint">Loading {name}...</p>
  return (
    <>
      {fault !== null && <p className="admin-fault">{fault}</p>}
      {data?.length === 0 && <p className="admin-hint">No {name}.</p>}
      {data && data.length > 0 && children(data, () => void reload())}
    </>
  )
}
