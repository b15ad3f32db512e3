import type { MouseEvent, ReactNode } from 'react'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './page-frame.module.css'

export type PageFrameProps = {
  /** The bar at the top. */
  bar: ReactNode
  bottomBar?: ReactNode
  /** The page. */
  children: ReactNode
  /** Stands under the top bar when a new version waits. */
  updateBar?: ReactNode
  /** What screen readers say when they are free: the sync state, a count. */
  politeMessage?: string | undefined
}

/** Everything around a page: skip link, bars, main landmark, and the live region. */
export function PageFrame({ bar, bottomBar, children, updateBar, politeMessage = '' }: PageFrameProps) {
  return (
    <>
      <a className={styles.skip} href="#content" onClick={skipToContent}>
        Skip to content
      </a>
      {bar}
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

/** Focuses the page without writing `#content` into the address, which the router would take for a navigation. */
function skipToContent(event: MouseEvent) {
  event.preventDefault()
  document.querySelector('main')?.focus()
}
