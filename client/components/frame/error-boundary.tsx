/** Keeps the frame alive when a screen throws. */
import { Component, type ReactNode } from 'react'
import { Failure } from './notices.tsx'

export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <>
        <h1 className="page-title" tabIndex={-1}>
          Something went wrong
        </h1>
        <Failure text="This page could not be shown" onRetry={() => location.reload()} />
      </>
    )
  }
}
