import type { Trend } from '#core/domain/exposure/week-trend.ts'
import styles from './trend-words.module.css'

const arrows = { up: '▲ ', down: '▼ ', same: '= ', unknown: '' }

/** How the week compares with the one before; the arrow only leads the eye to the words. */
export function TrendWords({ trend: { direction, words } }: { trend: Trend }) {
  return (
    <span className={styles.trend} data-direction={direction}>
      <span aria-hidden>{arrows[direction]}</span>
      {words}
    </span>
  )
}
