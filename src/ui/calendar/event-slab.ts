import { classNames } from '../class-names.ts'
import styles from './event-slab.module.css'

/** The looks of something that is on the calendar, in the colour of its `data-kind`. */
export function eventSlabClass(className?: string): string {
  return classNames(styles.slab, className)
}
