import styles from './progress.module.css'

type ProgressProps = {
  label: string
  value: number
  max?: number
}

export function Progress({ label, value, max = 100 }: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    // A div, because browsers draw the native element differently.
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
    >
      <div className={styles.done} style={{ inlineSize: `${share * 100}%` }} />
    </div>
  )
}
