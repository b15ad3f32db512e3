import type { ReactNode, CSSProperties } from 'react'
import styles from './placeholders.module.css'

type EmptyStateProps = {
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <section className={styles.empty}>
      {icon !== undefined && <span className={styles.art}>{icon}</span>}
      <h2>{title}</h2>
      {children !== undefined && <p className={styles.line}>{children}</p>}
      {action}
    </section>
  )
}

type SkeletonProps = {
  width?: CSSProperties['inlineSize']
  height?: CSSProperties['blockSize']
  aspectRatio?: CSSProperties['aspectRatio']
}

/** A box in place of loading content; visible only after 300 ms, so that quick answers do not flicker. */
export function Skeleton({ width, height, aspectRatio }: SkeletonProps) {
  return (
    <span
      className={styles.box}
      style={{ inlineSize: width, blockSize: height, aspectRatio }}
      aria-hidden
      data-skeleton=""
    />
  )
}
