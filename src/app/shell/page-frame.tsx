import type { MouseEvent, ReactNode } from 'react'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './page-frame.module.css'

export type PageFrameProps = {
  topBar: ReactNode
  bottomBar?: ReactNode
  children: ReactNode
  updateBar?: ReactNode
  politeMessage?: string | undefined
}

/** The frame of every page but a kiosk's. Screen readers announce `politeMessage`. */
export function PageFrame({ topBar, bottomBar, children, updateBar, politeMessage = '' }: PageFrameProps) {
  return (
    <>
      <a className={styles.skip} href="#content" onClick={skipToContent}>
        Skip to content
      </a>
      {topBar}
      {updateBar && <div className={styles.notice}>{updateBar}</div>}
      <main className={styles.page} id="content" tabIndex={-1}>
        {children}
      </main>
      {bottomBar}
      <VisuallyHidden>
        <span aria-live="polite">{politeMessage}</span>
      </VisuallyHidden>
    </>
  )
}

/** Focuses the page without adding `#content` to the URL, which the router would treat as a navigation. */
function skipToContent(event: MouseEvent) {
  event.preventDefault()
  document.querySelector('main')?.focus()
}
