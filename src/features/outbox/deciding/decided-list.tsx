import type { EntityName } from '#core/kinds/all-kinds.ts'
import { fieldWords } from '#core/sync/records/describe-operation.ts'
import type { SetAside } from '#core/sync/operation.ts'
import { Button } from '#ui/basics/button.tsx'
import { type Decided, useDecided } from './decided-queries.ts'
import { fieldText } from '#features/outbox/field-value.ts'
import { ChangeIcon } from '#features/outbox/outbox-icons.tsx'
import { OutboxList, OutboxRow } from '#features/outbox/outbox-list.tsx'
import { inShort } from '#features/outbox/outbox-words.ts'
import { canPutBack } from './put-back-commands.ts'
import { formatMoment } from '#core/format/times.ts'

type DecidedListProps = {
  now: number
  onPutBack: (decided: Decided) => void
  onCopy: (title: string, text: string) => void
}

/** What decisions about conflicts did not keep: found again, copied or put back for 30 days. */
export function DecidedList({ now, onPutBack, onCopy }: DecidedListProps) {
  const decided = useDecided()
  if (decided === undefined || decided.length === 0) return null
  return (
    <OutboxList title="Not kept, last 30 days" total={decided.length}>
      {decided.map(({ entry, row }) => {
        const setAside = entry.setAside ?? []
        const text = setAsideInWords(entry.entity, setAside)
        return (
          <OutboxRow
            key={`${entry.opId}:${entry.revision}`}
            icon={<ChangeIcon entity={entry.entity} kind={entry.kind} />}
            title={entry.title}
            what={setAsideInWords(entry.entity, setAside, inShort)}
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

/** One line for each field: "Category: Seller (theirs)". */
function setAsideInWords(entity: EntityName, setAside: readonly SetAside[], shown = (text: string) => text): string {
  return setAside
    .map(({ field, value, side }) => `${fieldWords(field)}: ${shown(fieldText(entity, field, value))} (${sides[side]})`)
    .join('\n')
}
