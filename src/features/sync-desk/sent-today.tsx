import { useState } from 'react'
import { describeOperation } from '#core/sync/describe-operation.ts'
import { Button } from '#ui/button.tsx'
import { SyncMark } from '#ui/sync-mark.tsx'
import { ChangeIcon } from './outbox-icons.tsx'
import { OutboxList, OutboxRow } from './outbox-list.tsx'
import { useSentToday } from './outbox-queries.ts'
import { settledInWords } from './outbox-words.ts'

const shownAtFirst = 5
const shownMore = 50

/** What reached the server today, newest first. */
export function SentToday({ now }: { now: number }) {
  const [shown, setShown] = useState(shownAtFirst)
  const sent = useSentToday(shown)
  if (sent === undefined || sent.total === 0) return null
  const hidden = sent.total - sent.entries.length
  return (
    <OutboxList
      title="Sent today"
      total={sent.total}
      more={
        hidden > 0 && (
          <Button variant="quiet" onClick={() => setShown(shown + shownMore)}>
            Show {Math.min(hidden, shownMore).toLocaleString('en-US')} more
          </Button>
        )
      }
    >
      {sent.entries.map((entry) => (
        <OutboxRow
          key={`${entry.opId}:${entry.revision}`}
          icon={<ChangeIcon entity={entry.entity} kind={entry.kind} />}
          title={entry.title}
          what={describeOperation({ ...entry, shown: {}, base: {} }, undefined).what}
          mark={entry.note !== 'discarded' && <SyncMark state="Saved" />}
          when={settledInWords(entry, now)}
        />
      ))}
    </OutboxList>
  )
}
