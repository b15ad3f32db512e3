import { Component, type ReactNode } from 'react'
import { UnexpectedErrorPanel } from '#ui/unexpected-error-panel.tsx'
import { downloadErrorLog, reportIssueHref } from './error-help.ts'

type ErrorBoundaryProps = {
  /** Around the whole application, or around a part of a page. */
  isAppWide?: boolean
  onError: (error: unknown) => void
  children: ReactNode
}

type ErrorBoundaryState = { failure: { error: unknown } | null }

/** Catches what a screen threw while it was drawn. Work that was saved on this device is not touched by it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }

  override render() {
    if (this.state.failure === null) return this.props.children
    return (
      <UnexpectedErrorPanel
        isAppWide={this.props.isAppWide ?? false}
        onTryAgain={() => this.setState({ failure: null })}
        onReload={() => location.reload()}
        onExportLogs={downloadErrorLog}
        reportHref={reportIssueHref()}
      />
    )
  }
}
