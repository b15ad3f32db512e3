import { timeInWords } from '#core/domain/time/wall-clock.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './day-timeline.module.css'
import type { TimelineEvent } from './timeline-event.ts'

/**
 * "Showing at 51 Aiken Way": where there is little room, its color says the first part, and its row or tooltip the street,
 * so that the house's number is left; of "Stop 2" it is the number of the stop.
 */
export function SlabTitle({ event: { kind, title, note }, where }: { event: TimelineEvent; where: string }) {
  if (note !== undefined) return <StopTitle title={title} where={where} />
  if (kind === 'agent' || kind === 'drive') return title
  const words = `${title}${where}`
  const [, what = '', number = words, street = ''] = /^(.* at )(\d\S*)(.*)$/.exec(words) ?? []
  return (
    <>
      <span className={styles.kind}>{what}</span>
      {number}
      <span className={styles.street}>{street}</span>
    </>
  )
}

function StopTitle({ title, where }: { title: string; where: string }) {
  const [word, number] = title.split(' ')
  return (
    <>
      <span className={styles.word}>{word} </span>
      {number}
      <VisuallyHidden>{where}</VisuallyHidden>
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
