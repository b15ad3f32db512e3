import type { ReactNode } from 'react'
import { Button } from '#ui/basics/button.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { RefreshIcon } from '#ui/icons/icon.tsx'

type UnexpectedErrorPanelProps = {
  /** True if the whole app failed, not only one page. */
  isAppWide?: boolean
  message?: ReactNode
  onTryAgain: () => void
  onReload: () => void
  /** Further buttons, such as *Report Issue*. */
  help: ReactNode
}

export function UnexpectedErrorPanel({
  isAppWide = false,
  message = isAppWide ? 'The application encountered an unexpected error. Please refresh the page.' : undefined,
  onTryAgain,
  onReload,
  help,
}: UnexpectedErrorPanelProps) {
  return (
    <ErrorPanel
      title="Something went wrong"
      message={message}
      heading={isAppWide ? 'h1' : 'h2'}
      actions={
        <>
          <Button variant={isAppWide ? 'secondary' : 'primary'} onClick={onTryAgain}>
            Try Again
          </Button>
          <Button variant={isAppWide ? 'primary' : 'secondary'} onClick={onReload}>
            <RefreshIcon />
            Reload Page
          </Button>
          {help}
        </>
      }
    />
  )
}
