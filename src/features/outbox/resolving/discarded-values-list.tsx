import type { EntityName } from '#core/kinds/all-kinds.ts'
import { fieldLabel } from '#core/sync/records/describe-operation.ts'
import { journalMs, type DiscardedValue, type JournalEntry } from '#core/sync/operation.ts'
import { Button } from '#ui/basics/button.tsx'
import { OutboxList, OutboxRow, ChangeIcon } from '#features/outbox/outbox-list.tsx'
import { ellipsize, fieldText } from '#features/outbox/outbox-labels.ts'
import { formatMoment } from '#core/format/times.ts'
import type { Row } from '#core/sync/ports.ts'
import { decisionPrefix, putBackDiscardedValues, arePutBack } from '#core/sync/resolving/discarded-values.ts'
import { useDevice } from '#storage/device/device-context.tsx'
import { mirrorTable } from '#storage/database/device-database.ts'
import { entriesOf } from '#storage/database/journal-rows.ts'
import { useLiveQuery } from '#storage/reading/use-live-query.ts'
import type { UpdateOutcome } from '#core/sync/writing/update-record.ts'
import type { Device } from '#storage/device/device.ts'

type DiscardedValuesListProps = {
  now: number
  onPutBack: (decided: ResolvedConflict) => void
  onCopy: (title: string, text: string) => void
}

export function DiscardedValuesList({ now, onPutBack, onCopy }: DiscardedValuesListProps) {
  const decided = useResolvedConflicts()
  if (decided === undefined || decided.length === 0) return null
  return (
    <OutboxList title="Not kept, last 30 days" total={decided.length}>
      {decided.map(({ entry, row }) => {
        const discarded = entry.setAside ?? []
        const text = formatDiscarded(entry.entity, discarded)
        return (
          <OutboxRow
            key={`${entry.opId}:${entry.revision}`}
            icon={<ChangeIcon entity={entry.entity} kind={entry.kind} />}
            title={entry.title}
            what={formatDiscarded(entry.entity, discarded, ellipsize)}
            mark={null}
            when={`Decided ${formatMoment(entry.settledAt, now)}`}
            actions={
              <>
                {canPutBack({ entry, row }) && (
                  <Button aria-label={`Put back ${entry.title}`} onClick={() => onPutBack({ entry, row })}>
                    Put back
                  </Button>
                )}
                <Button
                  variant="quiet"
                  aria-label={`Copy what was not kept of ${entry.title}`}
                  onClick={() => onCopy(entry.title, `${entry.title}\n${text}`)}
                >
                  Copy
                </Button>
              </>
            }
          />
        )
      })}
    </OutboxList>
  )
}

const sides = { mine: 'mine', theirs: 'theirs', replaced: 'before it was replaced' } as const

/** Returns one line per field: "Category: Seller (theirs)". `shown` may shorten values. */
function formatDiscarded(
  entity: EntityName,
  discarded: readonly DiscardedValue[],
  shown = (text: string) => text,
): string {
  return discarded
    .map(({ field, value, side }) => `${fieldLabel(field)}: ${shown(fieldText(entity, field, value))} (${sides[side]})`)
    .join('\n')
}

export type ResolvedConflict = {
  entry: JournalEntry
  /** The current record; undefined if it was deleted. */
  row: Row | undefined
}

/** Returns the conflicts resolved in the last 30 days, newest first. */
function useResolvedConflicts(): ResolvedConflict[] | undefined {
  const { database, clock } = useDevice()
  return useLiveQuery(async () => {
    // Entries of resolved conflicts have this prefix. An index finds them, so a long journal is neither read nor observed as a whole.
    const rows = await database.journal.where('opId').startsWith(decisionPrefix).toArray()
    const recent = rows
      .flatMap(entriesOf)
      .filter(({ settledAt }) => settledAt > clock.now() - journalMs)
      .toSorted((one, other) => other.settledAt - one.settledAt)
    return Promise.all(
      recent.map(async (entry) => ({ entry, row: await mirrorTable(database, entry.entity).get(entry.key) })),
    )
  }, [database, clock])
}

/** A tour's times and stops depend on each other, so its single fields cannot be put back. */
const restoredOnlyAsWhole: ReadonlySet<EntityName> = new Set<EntityName>(['tour'])

function canPutBack({ entry, row }: ResolvedConflict): boolean {
  return (
    row !== undefined && entry.kind === 'update' && !restoredOnlyAsWhole.has(entry.entity) && !arePutBack(entry, row)
  )
}

export function putBack({ replica, clock, ids }: Device, { entry }: ResolvedConflict): Promise<UpdateOutcome> {
  return putBackDiscardedValues(replica, clock, ids.uuid(), entry)
}
