import type { UnreadableOperation } from '#storage/database/device-database.ts'
import { Button } from '#ui/basics/button.tsx'
import { WarningIcon } from '#ui/icons/icon.tsx'
import { SyncMark } from '#ui/feedback/badge.tsx'
import { OutboxRow } from '#features/outbox/outbox-list.tsx'
import { formatMoment } from '#core/format/times.ts'

type UnreadableChangeProps = {
  found: UnreadableOperation
  now: number
  onDiscard: (found: UnreadableOperation) => void
}

/** A stored change that this version cannot read; it is kept as it was found until the agent decides (fault A11). */
export function UnreadableChange({ found, now, onDiscard }: UnreadableChangeProps) {
  return (
    <OutboxRow
      icon={<WarningIcon size={18} />}
      title="A change that cannot be read"
      what="Kept exactly as it was found"
      mark={<SyncMark state="Needs fixing" />}
      when={`Found ${formatMoment(found.at, now)}`}
      reason={`${found.error} Export everything to keep a copy.`}
      isUrgent
      actions={
        <Button variant="quiet" aria-label="Discard a change that cannot be read" onClick={() => onDiscard(found)}>
          Discard
        </Button>
      }
    />
  )
}
