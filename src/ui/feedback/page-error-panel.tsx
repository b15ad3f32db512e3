import type { ReactNode } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { ArrowLeftIcon, HouseIcon, RefreshIcon } from '#ui/icons/icon.tsx'

type PageErrorPanelProps = {
  /** What was being loaded, such as "clients"; left out when it has no name. */
  page?: string | undefined
  onTryAgain: () => void
  onGoBack: () => void
  onHome: () => void
  onReload: () => void
  /** Other buttons: the logs, and whom to tell. */
  help?: ReactNode
  /** What else there is to say. */
  children?: ReactNode
}

/** Stands in place of a page that could not be shown. */
export function PageErrorPanel({ page, onTryAgain, onGoBack, onHome, onReload, help, children }: PageErrorPanelProps) {
  return (
    <ErrorPanel
      heading="h1"
      title="Oops! Something went wrong"
      // The space before the full stop is the specification's.
      message={
        page === undefined
          ? 'We encountered an error while loading this page.'
          : `We encountered an error while loading the ${page} . Please try again.`
      }
      actions={
        <>
          <Button variant="primary" onClick={onTryAgain}>
            <RefreshIcon />
            Try Again
          </Button>
          <Button onClick={onGoBack}>
            <ArrowLeftIcon />
            Go Back
          </Button>
          <Button onClick={onHome}>
            <HouseIcon />
            Home
          </Button>
          <Button variant="quiet" onClick={onReload}>
            Reload Page
          </Button>
          {help}
        </>
      }
    >
      {children}
    </ErrorPanel>
  )
}
