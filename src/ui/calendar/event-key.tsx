import styles from './event-key.module.css'

/** What the colours of a calendar mean. */
export function EventKey() {
  return (
    <p className={styles.key}>
      <span data-kind="agent">You and your tours</span>
      <span data-kind="showing">Showing</span>
      <span data-kind="open_house">Open house</span>
    </p>
  )
}
