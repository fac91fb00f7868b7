/**
 * A page whose code is in a chunk of its own. Unlike React.lazy it can be loaded before rendering, so
 * that the server's text is complete, and held back, so that a fresh page stays as it was sent until
 * its visitor does something (waking.ts).
 */
import { type ComponentType, type ReactNode, use } from 'react'

/** A chunk that could not be loaded. */
export class CodeMissingError extends Error {}

export interface PageProps {
  params: Readonly<Record<string, string>>
  search: URLSearchParams
}

export interface Page {
  (props: PageProps): ReactNode
  /** Loads the code; rejects with CodeMissingError, and tries again when called again. */
  preload: () => Promise<void>
  /** Lets a first render wait for `awake` instead of loading; it never rejects. */
  holdUntil: (awake: Promise<void>) => void
}

/**
 * Pages of one chunk, by the names that `load` gives them: once one is there, all are. They suspend
 * when rendered before.
 */
export function lazyPages<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<PageProps>>>,
): (name: Name) => Page {
  let pages: Record<Name, ComponentType<PageProps>> | null = null
  let loading: Promise<void> | null = null
  let held: Promise<void> | null = null
  const preload = () => {
    loading ??= load().then(
      (loaded) => {
        pages = loaded
      },
      (error: unknown) => {
        // The next visit tries again: the network may be back.
        loading = null
        throw new CodeMissingError('The code of a page is missing', { cause: error })
      },
    )
    return loading
  }
  const holdUntil = (awake: Promise<void>) => {
    held = awake
  }
  return (name) => {
    const LazyPage = (props: PageProps) => {
      if (pages === null) use(held ?? preload())
      const Page: ComponentType<PageProps> | undefined = pages?.[name]
      return Page === undefined ? null : <Page {...props} />
    }
    return Object.assign(LazyPage, { preload, holdUntil })
  }
}
