import type { DayEntry } from '#core/domain/schedule/day-entries.ts'
import { useOutboxMark } from '#storage/device/use-outbox-mark.ts'
import { SyncMark } from '#ui/feedback/sync-mark.tsx'

/** What is not on the server yet of the record behind a visit; nothing when all of it is. */
export function VisitMark({ visit: { record } }: { visit: DayEntry }) {
  const mark = useOutboxMark(record?.entity ?? 'appointment', record?.key ?? '')
  if (mark === null) return null
  return (
    <p>
      <SyncMark state={mark} />
    </p>
  )
}
