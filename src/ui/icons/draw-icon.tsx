import { classNames } from '#ui/layout/class-names.ts'
import styles from './draw-icon.module.css'

export type IconProps = {
  /** Edge in px. */
  size?: number
  className?: string | undefined
}

/** An icon decorates words and is hidden from screen readers; alone it needs an `IconButton` with its label. */
export function drawIcon(shape: string) {
  return function Icon({ size = 20, className }: IconProps) {
    return (
      <svg className={classNames(styles.icon, className)} width={size} height={size} viewBox="0 0 24 24" aria-hidden>
        <path d={shape} />
      </svg>
    )
  }
}
