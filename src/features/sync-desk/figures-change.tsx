import { Link } from '@tanstack/react-router'
import { momentInWords } from '#core/domain/moment-words.ts'
import { isRefused } from '#storage/unsent-figures.ts'
import { buttonClass } from '#ui/button.tsx'
import { ChartLineIcon } from '#ui/icon.tsx'
import { SyncMark } from '#ui/sync-mark.tsx'
import { OutboxRow } from './outbox-list.tsx'
import type { FiguresItem } from './outbox-queries.ts'

/** Exposure figures that the server has not heard of; the listing's dashboard shows them, and lets refused ones go. */
export function FiguresChange({ item: { part, address }, now }: { item: FiguresItem; now: number }) {
  const refused = isRefused(part)
  const days = part.figures.length === 1 ? 'one day' : `${part.figures.length} days`
  return (
    <OutboxRow
      icon={<ChartLineIcon size={18} />}
      title={address}
      what={`${part.isUndone ? 'Takes back exposure' : 'Exposure'} figures of ${days}`}
      mark={<SyncMark state={refused ? 'Needs fixing' : 'Waiting'} />}
      when={`Made ${momentInWords(part.at, now)}`}
      reason={refused ? part.problem : null}
      isUrgent={refused}
      actions={
        <Link
          to="/listings/$listingId/dashboard"
          params={{ listingId: part.listing }}
          className={buttonClass({ variant: 'quiet' })}
          aria-label={`Show figures of ${address}`}
        >
          Show figures
        </Link>
      }
    />
  )
}
