/** Keeps the frame alive when a screen fails, most often because its code could not be loaded. */
import { Component, type ReactNode } from 'react'
import { Failure } from './notices.tsx'

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
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
