import { Link } from '@tanstack/react-router'
import { clientName } from '#core/domain/clients/client-rules.ts'
import { dateInWords } from '#core/domain/time/wall-clock.ts'
import { recordAddress } from '#records/record-address.ts'
import { type FollowUpDue, useFollowUpsDue } from '#storage/schedule/follow-ups-due.ts'
import type { MonthEvent } from '#ui/calendar/month-event.ts'
import styles from './follow-ups-on-days.module.css'

/** What is due on the days that are shown, above their hours, because a follow-up has none. */
export function FollowUpsOnDays({ days, today }: { days: readonly string[]; today: string }) {
  const [first = '', last = first] = [days[0], days.at(-1)]
  const due = useFollowUpsDue(first, last)
  if (due === undefined || due.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Follow-ups">
      {due.map(({ followUp, client }) => (
        <li key={followUp.key}>
          {days.length > 1 && `${dateInWords(followUp.due_date, today)} · `}
          <Link className={styles.link} to="/clients/$clientId" params={{ clientId: recordAddress(client) }}>
            {clientName(client)}: {followUp.text}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A follow-up as a day's cell of the month names it. */
export function followUpToMonthEvent({ followUp, client }: FollowUpDue): MonthEvent {
  const { key, due_date: date, text } = followUp
  return { key: `follow_up ${key}`, date, title: `${client.first_name || clientName(client)}: ${text}`, kind: 'agent' }
}
