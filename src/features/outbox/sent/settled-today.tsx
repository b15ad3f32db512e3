import { useState } from 'react'
import { describeOperation } from '#core/sync/records/describe-operation.ts'
import { Button } from '#ui/basics/button.tsx'
import { SyncMark } from '#ui/feedback/badge.tsx'
import { OutboxList, OutboxRow, ChangeIcon } from '#features/outbox/outbox-list.tsx'
import { type SettledKind, useSettledToday } from '#features/outbox/outbox-queries.ts'
import { formatSettledChange } from '#features/outbox/outbox-labels.ts'

const shownAtFirst = 5
const shownMore = 50

const titles = { sent: 'Sent today', discarded: 'Discarded today' } as const

export function SettledToday({ kind, now }: { kind: SettledKind; now: number }) {
  const [shown, setShown] = useState(shownAtFirst)
  const settled = useSettledToday(kind, shown)
  if (settled === undefined || settled.total === 0) return null
  const hidden = settled.total - settled.entries.length
  return (
    <OutboxList
      title={titles[kind]}
      total={settled.total}
      more={
        hidden > 0 && (
          <Button variant="quiet" onClick={() => setShown(shown + shownMore)}>
            Show {Math.min(hidden, shownMore).toLocaleString('en-US')} more
          </Button>
        )
      }
    >
      {settled.entries.map((entry) => (
        <OutboxRow
          key={`${entry.opId}:${entry.revision}`}
          icon={<ChangeIcon entity={entry.entity} kind={entry.kind} />}
          title={entry.title}
          what={describeOperation({ ...entry, shown: {}, base: {} }, undefined).what}
          mark={kind === 'sent' && <SyncMark state="Saved" />}
          when={formatSettledChange(entry, now)}
        />
      ))}
    </OutboxList>
  )
}
