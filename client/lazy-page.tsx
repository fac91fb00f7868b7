/**
 * A page in a chunk of its own. Unlike React.lazy it can be loaded before rendering, so that the
 * server's text and the browser's first render are both complete.
 */
import { type ComponentType, type ReactNode, use } from 'react'

export interface PageProps {
  params: Readonly<Record<string, string>>
  search: URLSearchParams
}

export interface Page {
  (props: PageProps): ReactNode
  /** Present where the page's code must be loaded before it can render. */
  preload?: () => Promise<void>
}

/** The page behind `load`; it suspends when rendered before its code is there. */
export function lazyPage(load: () => Promise<ComponentType<PageProps>>): Page {
  let Loaded: ComponentType<PageProps> | null = null
  let loading: Promise<void> | null = null
  const preload = () => {
    loading ??= load().then(
      (page) => {
        Loaded = page
      },
      (error: unknown) => {
        // The next visit tries again: the network may be back.
        loading = null
        throw error
      },
    )
    return loading
  }
  const LazyPage = (props: PageProps) => {
    if (Loaded === null) use(preload())
    return Loaded === null ? null : <Loaded {...props} />
  }
  return Object.assign(LazyPage, { preload })
}
