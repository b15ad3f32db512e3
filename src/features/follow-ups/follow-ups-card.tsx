import { dateInWords } from '#core/domain/time/wall-clock.ts'
import { KeptHereAlone } from '#records/states/kept-here-alone.tsx'
import { RecordMark } from '#records/states/record-mark.tsx'
import { useRowsWithOpen } from '#records/use-rows-with-open.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import type { ClientRow } from '#storage/database/rows.ts'
import { useMinute } from '#storage/schedule/use-minute.ts'
import { Button } from '#ui/basics/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { useInlineForm } from '#ui/form/use-inline-form.ts'
import { IconButton } from '#ui/basics/icon-button.tsx'
import { PencilIcon, PlusIcon } from '#ui/icons/icon.tsx'
import { useOpenFollowUps } from './call-next-queries.ts'
import { Done } from './done-button.tsx'
import { finishFollowUp, postponeFollowUp } from './follow-up-commands.ts'
import { FollowUpForm } from './follow-up-form.tsx'
import styles from './follow-ups.module.css'
import { Later } from './later-menu.tsx'

/** What the agent means to do for a client. */
export function FollowUpsCard({ client }: { client: ClientRow }) {
  const device = useDevice()
  const { today } = useMinute()
  const { open, opener, form } = useInlineForm<string>()
  const followUps = useRowsWithOpen(useOpenFollowUps(client.key), ({ key }) => key === open)
  return (
    <Card
      title="Follow-ups"
      actions={
        <Button {...opener('new')}>
          <PlusIcon size={18} />
          New Follow-up
        </Button>
      }
    >
      {open === 'new' && <FollowUpForm {...form} client={client} followUp={null} />}
      <KeptHereAlone what="follow-ups" />
      {followUps?.length === 0 && <p className={styles.reason}>Nothing to do for now.</p>}
      {followUps !== undefined && followUps.length > 0 && (
        <ul className={styles.list}>
          {followUps.map((followUp) => (
            <li key={followUp.key} className={styles.item}>
              <div className={styles.words}>
                <p className={styles.name}>
                  {followUp.text} <RecordMark entity="follow_up" recordKey={followUp.key} />
                </p>
                <p className={styles.reason}>{dueInWords(followUp.due_date, today)}</p>
              </div>
              <div className={styles.actions}>
                <Done about={followUp.text} onPress={() => void finishFollowUp(device, followUp)} />
                <Later
                  about={followUp.text}
                  today={today}
                  onChoose={(date) => void postponeFollowUp(device, followUp, date)}
                />
                <IconButton {...opener(followUp.key)} label={`Edit ${followUp.text}`}>
                  <PencilIcon size={18} />
                </IconButton>
              </div>
              {open === followUp.key && (
                <div className={styles.form}>
                  <FollowUpForm {...form} client={client} followUp={followUp} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function dueInWords(date: string, today: string): string {
  if (date === today) return 'Due today'
  return date < today ? `Due since ${dateInWords(date, today)}` : `Due ${dateInWords(date, today)}`
}
