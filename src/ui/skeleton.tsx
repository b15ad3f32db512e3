import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

type SkeletonProps = {
  width?: CSSProperties['inlineSize']
  height?: CSSProperties['blockSize']
  aspectRatio?: CSSProperties['aspectRatio']
  className?: string | undefined
}

/** A box where content will stand. It shows itself only after 300 ms, so that a quick answer never flickers. */
export function Skeleton({ width, height, aspectRatio, className }: SkeletonProps) {
  return (
    <span
      className={classNames(styles.box, className)}
      style={{ inlineSize: width, blockSize: height, aspectRatio }}
      aria-hidden
      data-skeleton=""
    />
  )
}
