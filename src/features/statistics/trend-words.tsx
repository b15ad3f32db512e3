import type { Trend } from '#core/domain/week-trend.ts'
import styles from './trend-words.module.css'

const arrows = { up: '▲ ', down: '▼ ', same: '', unknown: '' }

/** How the week compares with the one before; the arrow only leads the eye to the words. */
export function TrendWords({ trend: { way, words } }: { trend: Trend }) {
  return (
    <span className={styles.trend} data-way={way}>
      <span aria-hidden>{arrows[way]}</span>
      {words}
    </span>
  )
}
