/** A page whose component comes as a script of its own: loaded, tried again and failed like a query. */
import type { ComponentType } from 'react'
import type { Answer } from '#domain/answers/public-answers.ts'
import type { PageProps } from '../../app-context.ts'
import { useQuery } from '../../data/use-query.ts'
import { pageQuery } from '../../start/page-queries.ts'
import { Failure, Waiting } from './notices.tsx'

export function OwnScriptPage({ name, ...props }: PageProps & { name: string }) {
  const { status, answer } = useQuery<Answer<ComponentType<PageProps>>>(pageQuery(name))
  if (answer) return <answer.data {...props} />
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        Page
      </h1>
      {status === 'loading' ? (
        <Waiting text="Loading..." shape="article" count={1} />
      ) : (
        // The document comes whole from the server, also where a newer build has replaced the script.
        <Failure text="This page could not be shown" onRetry={() => location.reload()} />
      )}
    </>
  )
}
