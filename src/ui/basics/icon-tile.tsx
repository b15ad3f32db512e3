import type { ReactNode } from 'react'
import styles from './icon-tile.module.css'
import { classNames } from '#ui/layout/class-names.ts'

/** A square behind the icon of a list row, or of an error (`isDanger`: larger and red). */
export function IconTile({ isDanger = false, children }: { isDanger?: boolean; children: ReactNode }) {
  return <span className={classNames(styles.tile, isDanger && styles.danger)}>{children}</span>
}
