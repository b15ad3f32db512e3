import type { ReactNode, CSSProperties } from 'react'
import styles from './placeholders.module.css'

type EmptyStateProps = {
  /** A 44-px icon. */
  icon?: ReactNode
  title: ReactNode
  /** One line below the title. */
  children?: ReactNode
  /** One thing to press. */
  action?: ReactNode
}

/** Nothing to list, and what to do about it. */
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

/** A box where content will stand. It shows itself only after 300 ms, so that a quick answer never flickers. */
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
