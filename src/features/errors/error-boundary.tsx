import { Component, lazy, Suspense, type ReactNode } from 'react'

// The panel is rarely needed, so its code is not part of the first page.
const ErrorHelp = lazy(() =>
  import('./error-help-panel.tsx').then(
    (module) => ({ default: module.ErrorHelpPanel }),
    () => ({ default: ErrorWords }),
  ),
)

type ErrorBoundaryProps = {
  onError: (error: unknown) => void
  children: ReactNode
}

type ErrorBoundaryState = { failure: { error: unknown } | null }

/** Wraps the whole app, and shows a help panel after an error while rendering. Saved work is not affected. */
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
      <Suspense fallback={<ErrorWords />}>
        <ErrorHelp onTryAgain={() => this.setState({ failure: null })} />
      </Suspense>
    )
  }
}

/** Shown while the panel loads, and in its place if it cannot be loaded. */
function ErrorWords() {
  return <p role="alert">The application encountered an unexpected error. Please refresh the page.</p>
}
