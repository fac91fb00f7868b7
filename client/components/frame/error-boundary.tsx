/** Keeps the frame alive when a screen fails, most often because its code could not be loaded. */
import { Component, type ReactNode } from 'react'
import { CodeMissingError } from '../../start/lazy-page.tsx'
import { Failure } from './notices.tsx'

interface ErrorBoundaryProps {
  /** What is said when the screen's code could not be loaded. */
  text: string | undefined
  children: ReactNode
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    const isCodeMissing = (error as unknown) instanceof CodeMissingError
    const retry = () => (isCodeMissing ? this.setState({ error: null }) : location.reload())
    return (
      <>
        <h1 className="page-title" tabIndex={-1}>
          Something went wrong
        </h1>
        <Failure
          text={(isCodeMissing && this.props.text) || 'This page could not be shown'}
          onRetry={retry}
        />
      </>
    )
  }
}
