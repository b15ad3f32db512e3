import type { ReactNode } from 'react'
import { Card } from '#ui/layout/card.tsx'
import { IconTile } from '#ui/basics/icon-tile.tsx'
import styles from './error-panel.module.css'
import { WarningIcon, ArrowLeftIcon, HouseIcon, RefreshIcon } from '#ui/icons/icon.tsx'
import { Button } from '#ui/basics/button.tsx'

type ErrorPanelProps = {
  title: string
  message?: ReactNode
  /** What is safe, such as the number of changes stored on this device. */
  children?: ReactNode
  actions?: ReactNode
  heading?: 'h1' | 'h2'
}

export function ErrorPanel({ title, message, children, actions, heading: Heading = 'h2' }: ErrorPanelProps) {
  return (
    <Card element="div" role="alert" className={styles.panel}>
      <IconTile isDanger>
        <WarningIcon size={24} />
      </IconTile>
      <div className={styles.words}>
        <Heading className={styles.title}>{title}</Heading>
        {message !== undefined && <p className={styles.message}>{message}</p>}
      </div>
      {children}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </Card>
  )
}

type PageErrorPanelProps = {
  /** What could not be loaded, as in the message: "clients page"; omitted if the page has no heading. */
  page?: string | undefined
  onTryAgain: () => void
  onGoBack: () => void
  onHome: () => void
  onReload: () => void
  /** More buttons, such as *Report Issue*. */
  help?: ReactNode
  children?: ReactNode
}

export function PageErrorPanel({ page, onTryAgain, onGoBack, onHome, onReload, help, children }: PageErrorPanelProps) {
  return (
    <ErrorPanel
      heading="h1"
      title="Oops! Something went wrong"
      // The specification has the space before the period.
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
