import { useFollowUpsDue } from '#storage/schedule/follow-ups-due.ts'
import { Card } from '#ui/layout/card.tsx'
import { PersonToReach } from './call-next.tsx'
import styles from './follow-ups.module.css'

/** The follow-ups that are due on a day to come, or were and still are; nothing where there are none. */
export function FollowUpsOfDay({ date }: { date: string }) {
  const due = useFollowUpsDue(date, date)
  if (due === undefined || due.length === 0) return null
  return (
    <Card title="Follow-ups">
      <ul className={styles.list}>
        {due.map(({ followUp, client }) => (
          <PersonToReach
            key={followUp.key}
            person={{ client, followUp, clientKey: client.key, followUpKey: followUp.key, reason: followUp.text }}
          />
        ))}
      </ul>
    </Card>
  )
}
