import type { CSSProperties } from 'react'
import styles from './skeleton.module.css'

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
