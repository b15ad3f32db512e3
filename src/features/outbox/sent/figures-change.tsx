import { Link } from '@tanstack/react-router'
import { FiguresValues } from '#records/figures-values.tsx'
import { retryFigures } from '#sending/send-figures.ts'
import { useConnection } from '#state/connection.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { type FiguresPart, isRefused } from '#storage/exposure/unsent-figures.ts'
import { sentAtOf } from '#storage/exposure/waiting-figures.ts'
import { Button, buttonClass } from '#ui/basics/button.tsx'
import { ChartLineIcon } from '#ui/icons/icon.tsx'
import { SyncMark } from '#ui/feedback/badge.tsx'
import { nothingChanged } from '#features/outbox/outbox-commands.ts'
import { OutboxRow } from '#features/outbox/outbox-list.tsx'
import type { FiguresItem } from '#features/outbox/outbox-queries.ts'
import { formatAttempts } from '#features/outbox/outbox-labels.ts'
import { formatClock, formatMoment } from '#core/format/times.ts'

type FiguresProps = { item: FiguresItem; now: number }

/** Exposure figures that the server has not heard of; the listing's dashboard shows them, and lets refused ones go. */
export function FiguresChange({ item: { part, address }, now }: FiguresProps) {
  const refused = isRefused(part)
  return (
    <OutboxRow
      icon={<ChartLineIcon size={18} />}
      title={address}
      what={`${part.isUndone ? 'Undoes exposure' : 'Exposure'} figures of ${daysOf(part)}`}
      mark={<SyncMark state={refused ? 'Needs fixing' : 'Waiting'} />}
      when={formatAttempts({ madeAt: part.at, attempts: part.attempts, state: 'waiting' }, now)}
      reason={part.problem ?? (part.nextAt > now ? `Next try at ${formatClock(part.nextAt)}.` : null)}
      isUrgent={refused}
      actions={
        <>
          {refused && <Retry part={part} address={address} />}
          <Link
            to="/listings/$listingId/dashboard"
            params={{ listingId: part.listing }}
            className={buttonClass({ variant: 'quiet' })}
            aria-label={`Show figures of ${address}`}
          >
            Show figures
          </Link>
        </>
      }
    >
      <FiguresValues figures={part.figures} open={refused} />
    </OutboxRow>
  )
}

function Retry({ part, address }: FiguresItem) {
  const device = useDevice()
  const { syncNow } = useConnection()
  return (
    <Button
      aria-label={`Retry figures of ${address}`}
      onClick={() => void retryFigures(device, [part]).then(syncNow, nothingChanged)}
    >
      Retry
    </Button>
  )
}

/** Exposure figures that the server has taken. */
export function SentFigures({ item: { part, address }, now }: FiguresProps) {
  return (
    <OutboxRow
      icon={<ChartLineIcon size={18} />}
      title={address}
      what={`Exposure figures of ${daysOf(part)}`}
      mark={<SyncMark state="Saved" />}
      when={`Sent ${formatMoment(sentAtOf(part), now)}`}
    >
      <FiguresValues figures={part.figures} />
    </OutboxRow>
  )
}

function daysOf({ figures }: FiguresPart): string {
  return figures.length === 1 ? 'one day' : `${figures.length} days`
}
