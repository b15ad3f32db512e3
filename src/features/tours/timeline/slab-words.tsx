import { timeInWords } from '#core/domain/wall-clock.ts'
import styles from './day-timeline.module.css'
import type { TimelineEvent } from './timeline-event.ts'

/** "Showing at 51 Aiken Way": where there is little room, its color says the first part, and its row or tooltip the street. */
export function SlabTitle({ event: { kind, title } }: { event: TimelineEvent }) {
  const [, words = '', number = title, street = ''] = (kind !== 'agent' && /^(.* at )(\d\S*)(.*)$/.exec(title)) || []
  return (
    <>
      <span className={styles.kind}>{words}</span>
      {number}
      <span className={styles.street}>{street}</span>
    </>
  )
}

/** "10:06 AM – 10:51 AM": where there is little room, the head of the hours says which half of the day it is. */
export function SlabTimes({ from, to }: { from: string; to: string }) {
  const [time, half] = timeInWords(from).split(' ')
  return (
    <>
      {time}
      <span className={styles.half}> {half}</span>
      <span className={styles.until}> – {timeInWords(to)}</span>
    </>
  )
}
