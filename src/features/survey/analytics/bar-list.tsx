import styles from './survey-analytics.module.css'

/** `figure` is the value in words, shown beside the label. */
type ListedBar = { id: string; label: string; value: number; figure: string }

type BarListProps = {
  label: string
  bars: readonly ListedBar[]
  /** The value of a full bar; the highest value by default. */
  most?: number | undefined
  /** True: all bars have the first color; otherwise each bar has its own. */
  isOneColour?: boolean
}

/** A bar chart with a label above each bar. Widths are in percent, so that they also fit the printed page, where nothing is measured again. */
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

export function colourOf(index: number): string {
  return `var(--chart-${(index % 10) + 1})`
}
