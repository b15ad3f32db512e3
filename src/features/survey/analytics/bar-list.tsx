import styles from './survey-analytics.module.css'

/** One bar with its words on the left and its figure on the right. */
type ListedBar = { id: string; label: string; value: number; figure: string }

type BarListProps = {
  /** All of it in words. */
  label: string
  bars: readonly ListedBar[]
  /** What a full bar stands for; the highest value by default. */
  most?: number | undefined
  /** One colour where the order says it all. */
  isOneColour?: boolean
}

/**
 * Bars below each other, each under its words: long labels wrap on a phone and on paper. Drawn in percent of the room
 * there is, because a page that is printed is not measured again.
 */
export function BarList({ label, bars, most, isOneColour = false }: BarListProps) {
  const full = Math.max(1, most ?? Math.max(...bars.map(({ value }) => value)))
  return (
    <div role="img" aria-label={label} className={styles.bars}>
      {bars.map(({ id, label: words, value, figure }, index) => (
        <div key={id} className={styles.bar}>
          <span className={styles.words}>{words}</span>
          <strong>{figure}</strong>
          <svg className={styles.track} aria-hidden>
            <rect className={styles.whole} width="100%" height="100%" rx={4} />
            <rect width={`${(value / full) * 100}%`} height="100%" rx={4} fill={colourOf(isOneColour ? 0 : index)} />
          </svg>
        </div>
      ))}
    </div>
  )
}

/** The palette of ten, from the beginning again after its end. */
export function colourOf(index: number): string {
  return `var(--chart-${(index % 10) + 1})`
}
